// A picture that the desk has drawn, taken into the page. Names in it are the user's, or those of whoever made the link: elements and attributes
// that are not known to be harmless stay outside. Black and white become the colours of the page.

const ELEMENTS = new Set([
  'svg',
  'g',
  'path',
  'polygon',
  'polyline',
  'ellipse',
  'circle',
  'text',
  'tspan',
  'title',
  'rect',
  'line',
]);
const ATTRIBUTES = new Set([
  ...[
    'viewBox',
    'transform',
    'd',
    'points',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'x',
    'y',
    'x1',
    'x2',
    'y1',
    'y2',
    'width',
    'height',
    'class',
  ],
  ...[
    'fill',
    'stroke',
    'stroke-width',
    'stroke-dasharray',
    'stroke-linejoin',
    'paint-order',
    'text-anchor',
    'font-size',
    'font-weight',
  ],
  ...['textLength', 'lengthAdjust', 'opacity', 'fill-opacity', 'stroke-opacity'],
]);
const SVG = 'http://www.w3.org/2000/svg';

/** Colours of ink and paper, and the class that gives them those of the page. */
const INK = new Set(['black', '#000000', '#333333']);
const PAPER = new Set(['white', '#ffffff']);

/** The picture as an element, or null where it is none. */
export function safeSvg(text: string): SVGSVGElement | null {
  const given = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (given.nodeName !== 'svg') return null;
  const root = copyOf(given) as SVGSVGElement;
  const pending: [Element, Element][] = [[given, root]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next;
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? '');
      else if (child instanceof Element && ELEMENTS.has(child.nodeName)) {
        const copy = copyOf(child);
        to.append(copy);
        pending.push([child, copy]);
      }
    }
  }
  return root;
}

function copyOf(element: Element): Element {
  const copy = document.createElementNS(SVG, element.nodeName);
  for (const { name, value } of element.attributes) if (ATTRIBUTES.has(name)) copy.setAttribute(name, value);
  for (const property of ['fill', 'stroke'] as const) {
    const colour = copy.getAttribute(property);
    if (colour === null) continue;
    const role = INK.has(colour) ? 'ink' : PAPER.has(colour) ? 'paper' : null;
    if (role === null) continue;
    copy.removeAttribute(property);
    copy.classList.add(`${property}-${role}`);
  }
  if (element.nodeName === 'text' && !element.hasAttribute('fill')) copy.classList.add('fill-ink');
  return copy;
}
