/** `NET2xx` Petri nets, `DVE3xx`, `ETF4xx`, `KRI5xx` Kripke structures, `MOD6xx` models in general. */
export const modelCodes = {
  NET201: {
    title: 'malformed XML',
    explanation: 'The file is not well-formed XML at the given place; it may have been cut off.',
  },
  NET202: {
    title: 'document type refused',
    explanation:
      'PNML and property files need no DTD. It is refused, because entity declarations can blow up a small file.',
  },
  NET203: {
    title: 'XML nested too deeply or too long',
    explanation: 'Elements may be nested 2000 deep, and one element may hold 16 million characters of text.',
  },
  NET204: {
    title: 'not a PNML document',
    explanation: 'The file is XML, but its outermost elements are not those of PNML.',
  },
  NET205: {
    title: 'kind of net not supported',
    explanation: 'Place/transition nets and symmetric nets are read, one net per file.',
  },
  NET206: {
    title: 'attribute or element missing',
    explanation: 'A node, arc or term of the net lacks something that it cannot be understood without.',
  },
  NET207: {
    title: 'number malformed or out of range',
    explanation: 'Markings, capacities and weights are whole numbers from 0 to 2^31 - 1, weights of arcs at least 1.',
  },
  NET208: {
    title: 'arc of an unsupported type',
    explanation: 'Plain and inhibitor arcs are supported; reset, transfer, timed and self-modifying arcs are not.',
  },
  NET209: {
    title: 'reference to an unknown node or declaration',
    explanation:
      'Something in the net refers to an id that the file does not define, or a chain of references leads nowhere.',
  },
  NET210: {
    title: 'arc or reference between the wrong kinds of nodes',
    explanation: 'Arcs join a place and a transition; references stand for a node of their own kind.',
  },
  NET211: {
    title: 'duplicate name',
    explanation: 'Two nodes or declarations have the same id.',
  },
  NET212: {
    title: 'marking beyond the capacity',
    explanation: 'A place begins with more tokens than it may hold.',
  },
  NET213: {
    title: 'construct of coloured nets not supported',
    explanation:
      'Symmetric nets are read: dots, enumerations, integer ranges, products and partitions, with the terms that go with them. Lists, strings and user-defined operators are not.',
  },
  NET214: {
    title: 'sort defined by itself',
    explanation: 'Named sorts refer to one another in a circle, so that their colours are not defined.',
  },
  NET215: {
    title: 'unfolding too large',
    explanation:
      'The place/transition net that the coloured net stands for would have too many nodes to be built: more than a million colours that places can hold, or bindings that can fire. What can never happen does not count.',
  },
  NET216: {
    title: 'sorts do not agree',
    explanation: 'A term has another sort than its place, or two terms of different sorts are compared.',
  },
  NET217: {
    title: 'negative multiplicity',
    explanation: 'A subtraction in an inscription or marking takes away more tokens than there are.',
  },
  NET220: {
    title: 'unexpected symbol in a net',
    explanation:
      'The text stops being a net in the textual format at the marked place; the message says what was expected.',
  },
  NET221: {
    title: 'queues not supported',
    explanation: 'Places with tokens are supported; queues of messages are not.',
  },
  NET230: {
    title: 'not a property file',
    explanation: 'Property files of the Model Checking Contest hold a `property-set` of `property` elements.',
  },
  NET231: {
    title: 'operator of a property not supported',
    explanation:
      'LTL properties are read: `all-paths` outside, and inside it temporal and Boolean operators over tokens and fireability.',
  },
  MOD601: {
    title: 'unexpected symbol in a proposition',
    explanation:
      'The text of an atomic proposition stops making sense at the marked place; the message says what was expected.',
  },
  MOD602: {
    title: 'unknown name in a proposition',
    explanation:
      'The model has no variable, place, process or transition of that name. `tegata model MODEL --propositions` lists what can be named.',
  },
  MOD603: {
    title: 'number out of range in a proposition',
    explanation: 'Values of variables and token counts stay below 2^31; a larger number cannot be compared with them.',
  },
  MOD604: {
    title: 'truth value and number confused in a proposition',
    explanation:
      'Comparisons need numbers on both sides, `&&`, `||` and `!` need truth values; a name that can be read in two ways must be written so that it cannot.',
  },
  MOD605: {
    title: 'proposition nested too deeply',
    explanation:
      'Parentheses and negations in one proposition may be nested 200 deep. Move the structure into the formula.',
  },
  MOD606: {
    title: 'unknown net of the library',
    explanation: '`tegata model generate --list` shows the nets that can be generated.',
  },
  MOD607: {
    title: 'parameter of a library net out of range',
    explanation: 'The message names the range; `tegata model generate --list` shows all of them.',
  },
  MOD610: {
    title: 'format of a model unknown',
    explanation: 'Neither the extension of the file nor its beginning is that of a known format; `--format` names it.',
  },
  MOD611: {
    title: 'model file empty',
    explanation: 'The file holds nothing at all.',
  },
  MOD612: {
    title: 'encoding unknown',
    explanation: 'The XML declaration names a character encoding that is not known here. UTF-8 always is.',
  },
  MOD613: {
    title: 'model is not a net',
    explanation: 'Only Petri nets can be written in the formats of nets.',
  },
  MOD614: {
    title: 'net too large to draw',
    explanation: 'Pictures are drawn for nets of up to 500 places and transitions.',
  },
  MOD615: {
    title: 'model file too long',
    explanation:
      'All formats but PNML are read as a whole: such a file may have 256 MB. Nets in PNML may be of any size.',
  },
  MOD616: {
    title: 'name that cannot be shown',
    explanation:
      'Names of places, transitions, states, labels, colours, values and properties are one line of visible characters: control characters would reach terminals, pictures and reports.',
  },
  MOD620: {
    title: 'fault of a model while it is explored',
    explanation:
      'A step of the model, or a proposition in one of its states, cannot be computed: a place gets more tokens than can be counted, or something is divided by zero.',
  },
  PML801: {
    title: 'character or comment that Promela does not have',
    explanation: 'Something in the text is no word of the language, or a comment or string is not closed.',
  },
  PML802: {
    title: 'preprocessor directive in error',
    explanation:
      'A macro, condition or included file cannot be used: its arguments do not fit, it stands for too much, or the file is not there. There is no shell and no C preprocessor behind it.',
  },
  PML803: {
    title: 'syntax error in Promela',
    explanation: 'The text departs from the language at the given place.',
  },
  PML804: {
    title: 'construct of Promela not supported',
    explanation:
      'The construct is known and refused, because it would be answered wrongly: `docs/promela.md` lists them all.',
  },
  PML805: {
    title: 'unknown name in Promela',
    explanation: 'No variable, process, label, type or name of `mtype` is declared under that name.',
  },
  PML806: {
    title: 'name declared twice in Promela',
    explanation: 'One scope has two declarations of the name.',
  },
  PML807: {
    title: 'meaning error in Promela',
    explanation: 'A name is used for something that it is not, or arguments do not fit a declaration.',
  },
  PML808: {
    title: 'Promela model too large',
    explanation: 'Arrays, channels, processes and the state vector have the limits that the message names.',
  },
  PML809: {
    title: 'Promela model without a process',
    explanation: 'Nothing is there at the beginning: neither `init` nor an active process.',
  },
  PML810: {
    title: 'too many processes at a time',
    explanation:
      'A run started more processes than were met when the model was looked at. Models that start processes without end have no finite state space.',
  },
  PML811: {
    title: 'fault of a Promela model while it is explored',
    explanation:
      'A step cannot be computed: an index outside of its array, a division by zero, a channel that was never made, a d_step that is blocked.',
  },
} as const;
