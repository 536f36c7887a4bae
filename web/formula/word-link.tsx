// A word that can be looked at: a click shows it where words are shown.
import type { VNode } from 'preact';
import type { Facts, WordView } from '../desk/protocol.ts';

interface WordLinkProps {
  readonly word: WordView;
  readonly onShow: (word: WordView) => void;
  readonly children: string;
}

export function WordLink({ word, onShow, children }: WordLinkProps): VNode {
  return (
    <button type="button" class="link" onClick={() => onShow(word)}>
      {children}
    </button>
  );
}

/** Links to a word that satisfies the formula and to one that violates it, as far as they were found. */
export function FoundWords({
  facts,
  onShow,
}: {
  readonly facts: Facts;
  readonly onShow: WordLinkProps['onShow'];
}): VNode {
  const { satisfying, violating } = facts;
  return (
    <>
      {'found' in satisfying && satisfying.found !== null ? (
        <WordLink word={satisfying.found} onShow={onShow}>
          a word that satisfies it
        </WordLink>
      ) : null}
      {'found' in violating && violating.found !== null ? (
        <WordLink word={violating.found} onShow={onShow}>
          a word that violates it
        </WordLink>
      ) : null}
    </>
  );
}
