// Text inside XML and HTML, and JSON inside either.

/** The text with what XML reserves escaped; characters that XML does not have become spaces. */
export function escapeMarkup(text: string): string {
  return (
    text
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
  );
}

/** JSON that can stand as it is inside an element: nothing in it looks like markup, or is a character that XML does not have. */
export function embeddableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\ufffe\uffff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const EMBEDDED = /<(script|metadata)\b[^>]*\bid="tegata-trace"[^>]*>([\s\S]*?)<\/\1>/;

/** The trace inside a page or picture that Tegata wrote; any other text is given back as it is. */
export function extractTrace(text: string): string {
  return /^\s*</.test(text) ? (EMBEDDED.exec(text)?.[2] ?? text) : text;
}
