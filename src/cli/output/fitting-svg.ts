/**
 * A picture as a file of its own: in a window that is smaller, it shrinks. The library leaves this out: pages with a strict policy do not allow styles
 * in what they take in.
 */
export function fittingSvg(svg: string): string {
  return svg.replace('<svg ', '<svg style="max-width:100%;height:auto" ');
}
