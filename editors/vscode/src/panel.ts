// The page of a counterexample for a panel of the editor: the library's own page, in which nothing runs but its one script, with the picture below.
import type { Answer } from './protocol.ts';

/** Colours of the editor's theme. */
const STYLE = `:root{color-scheme:light}:root:has(body.vscode-dark,body.vscode-high-contrast:not(.vscode-high-contrast-light)){color-scheme:dark}
body,header{background:var(--vscode-editor-background,Canvas);color:var(--vscode-editor-foreground,CanvasText)}
#picture img{max-width:100%;border-radius:6px}#picture{margin-top:1rem}`;

/**
 * The page; null where the answer has none. Names of the model are the library's to escape. Scripts and styles run by their nonce alone, nothing is
 * loaded from anywhere, and the picture is an image, in which no script runs.
 */
export function panelPage({ page, picture }: Answer, nonce: string): string | null {
  if (page === null) return null;
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  const image =
    picture === null
      ? ''
      : `<img alt="The run, from top to bottom" src="data:image/svg+xml;base64,${base64(picture)}">`;
  return page
    .replace(
      '<meta charset="utf-8">',
      () => `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replaceAll('<style>', () => `<style nonce="${nonce}">`)
    .replace('</head>', () => `<style nonce="${nonce}">${STYLE}</style>\n</head>`)
    .replaceAll('<script>', () => `<script nonce="${nonce}">`)
    .replace('</body>', () => `<details id="picture" open><summary>Picture</summary>${image}</details>\n</body>`);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
