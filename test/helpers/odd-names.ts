// Names that a user may choose and that we, or a language that we read, use too.

/** Names for places, transitions, labels and processes: our own identifiers, keywords of every grammar, and what trips up tables and text. */
export const oddNames: readonly string[] = [
  // what the fair model, conditions and generated propositions are called, or were
  ...['broken', 'fair 0', 'taken', 'enabled', 'never', 'weakly fair to t', 'strongly fair to t', 'rival'],
  // words of formulas, conditions and formats
  ...[
    'dead',
    'tokens',
    'fireable',
    'true',
    'false',
    'not',
    'and',
    'or',
    'xor',
    'U',
    'X',
    'G',
    'F',
    'W',
    'R',
    'M',
    'V',
    'GFa',
  ],
  ...['process', 'state', 'init', 'trans', 'place', 'HOA:', '--BODY--', 't', 'f', '0', '1', '-1', 'all', 'step'],
  // what trips up tables and text
  ...[
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'length',
    'größe',
    '日本',
    'a b',
    'x<y&"z"',
    "it's",
    '\\',
    '[0]',
  ],
];
