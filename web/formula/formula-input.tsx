// The formula, typed. The tabs about formulas share it.
import type { VNode } from 'preact';
import type { Finding } from '../desk/protocol.ts';
import { Editor } from '../editor/editor.tsx';
import { Findings } from '../editor/findings.tsx';
import { formulas } from '../gallery/examples.ts';
import { formula, word } from '../state.ts';

export function FormulaInput({ findings }: { readonly findings: readonly Finding[] }): VNode {
  const set = (text: string): void => {
    formula.value = text;
    word.value = null; // a word that was found for another formula says little
  };
  return (
    <section class="card" aria-label="Formula">
      <Editor
        label="Formula"
        text={formula}
        onChange={(text) => text !== formula.peek() && set(text)}
        language="ltl"
        shape="line"
        findings={findings}
      />
      <Findings findings={findings} text={formula.value} />
      <div class="row wrap chips">
        <span class="faint">try</span>
        {formulas.slice(0, 6).map(({ text, shows }) => (
          <button key={text} type="button" class="chip" title={shows} onClick={() => set(text)}>
            {text}
          </button>
        ))}
      </div>
    </section>
  );
}
