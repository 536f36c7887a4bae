// Parts of the studio inside of another page, such as the course of the site: `<tegata-live part="steps" kinds="tgta" text="a U G b">`. Each has a
// shadow root, so that neither page styles the other.
import { render } from 'preact';
import base from '../style/base.css?inline';
import check from '../style/check.css?inline';
import colours from '../style/colours.css?inline';
import parts from '../style/parts.css?inline';
import live from './live.css?inline';
import { type Part, part } from './parts.tsx';

const sheet = new CSSStyleSheet();
sheet.replaceSync([colours, base, parts, check, live].join('\n').replaceAll(':root', ':host'));

class Live extends HTMLElement {
  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const kinds = (this.getAttribute('kinds') ?? '').split(' ').filter((kind) => kind !== '');
    render(part(this.getAttribute('part') as Part, kinds, this.getAttribute('text') ?? ''), root);
  }

  disconnectedCallback(): void {
    if (this.shadowRoot !== null) render(null, this.shadowRoot);
  }
}

customElements.define('tegata-live', Live);
