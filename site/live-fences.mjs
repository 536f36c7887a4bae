// A block such as
//
//     ```live steps tgta
//     a U G b
//     ```
//
// is a part of the studio in the page (`web/live/`). Where Markdown is shown without it, it is a formula in a block.

/** Teaches a renderer of Markdown these blocks. */
export function liveFences(markdown) {
  const { fence } = markdown.renderer.rules;
  // blocks that are only indented look like those with fences
  markdown.renderer.rules.code_block = (tokens, i, ...rest) => {
    tokens[i].info = 'text';
    return fence(tokens, i, ...rest);
  };
  markdown.renderer.rules.fence = (tokens, i, ...rest) => {
    const { info, content } = tokens[i];
    const [language, part, ...kinds] = info.trim().split(/\s+/);
    if (language !== 'live') return fence(tokens, i, ...rest);
    const escaped = markdown.utils.escapeHtml;
    const text = content.trim();
    return (
      `<tegata-live part="${escaped(part)}" kinds="${escaped(kinds.join(' '))}" text="${escaped(text)}" v-pre>` +
      `<pre><code>${escaped(text)}</code></pre></tegata-live>\n`
    );
  };
}
