// Whether repeated letters matter to a formula, and two words that show it where they do.
import type { VNode } from 'preact';
import type { Facts, WordView } from '../desk/protocol.ts';
import { WordLink } from './word-link.tsx';

interface StutterProps extends Pick<Facts, 'stutter'> {
  readonly onShow: (word: WordView) => void;
}

export function Stutter({ stutter, onShow }: StutterProps): VNode {
  if ('unknown' in stutter) return <span class="faint">{stutter.unknown}</span>;
  const { found } = stutter;
  if (found === null) {
    return (
      <span>
        <span class="pill good">invariant</span>{' '}
        <span class="faint">repeating a letter changes nothing: testing automata fit</span>
      </span>
    );
  }
  return (
    <span>
      <span class="pill warn">sensitive</span>{' '}
      <span class="faint">
        <WordLink word={found.satisfying} onShow={onShow}>
          this word
        </WordLink>{' '}
        satisfies it,{' '}
        <WordLink word={found.violating} onShow={onShow}>
          this one
        </WordLink>{' '}
        does not, and they differ in repeated letters alone
      </span>
    </span>
  );
}
