// Formula literals whose propositions the type checker knows: a misspelt one is a type error, and editors complete the others.
//
// The text is read character by character at the level of types. Whatever could be right passes (conditions in quotes, texts that
// are not literals, very long ones); what is left is told by the parser and the model when the formula is made.
import type { Formula } from '../../formula/formula.ts';

/** `Text` where all its words are propositions of `Names` or operators; otherwise a type that no string has. */
export type FormulaText<Names extends string, Text extends string> =
  IsJudged<Names, Text> extends true
    ? Read<Text, Names> extends Stranger<infer Word, infer _Before, infer _After>
      ? UnknownProposition<Word, Names>
      : Text
    : Text;

/** The same for the propositions of a model: those of a `ValueModel` are known to the type checker, others are not. */
export type FormulaTextFor<M, Text extends string> = FormulaText<PropositionOf<M>, Text>;

/** What an editor may offer for a text that is not finished: its last word, or the first one that is wrong, made a proposition. */
export type FormulaCompletion<M, Text extends string> =
  IsJudged<PropositionOf<M>, Text> extends true
    ? Read<Text, PropositionOf<M>> extends Stranger<infer Word, infer Before, infer After>
      ? `${Before}${Extract<PropositionOf<M>, `${Word}${string}`>}${After}`
      : Text extends '' | `${string}${' ' | '(' | '!'}`
        ? `${Text}${PropositionOf<M>}`
        : never
    : never;

/** The names of a model's propositions; any string where the type of the model does not know them. */
type PropositionOf<M> = M extends { readonly propositions: Readonly<Record<infer P, Formula>> } ? P & string : string;

/** Shown by the compiler in place of a formula whose `Word` is not a proposition of the model. */
export interface UnknownProposition<Word extends string, Known extends string> {
  readonly unknownProposition: Word;
  readonly propositions: Known;
}

/** Whether the names are known, and the text is a literal that is not too long. */
type IsJudged<Names extends string, Text extends string> = string extends Names
  ? false
  : string extends Text
    ? false
    : IsLong<Text> extends true
      ? false
      : true;

/** The first word of a text that is neither a proposition nor an operator, and the text around it. */
interface Stranger<Word extends string, Before extends string, After extends string> {
  readonly word: Word;
  readonly before: Before;
  readonly after: After;
}

/** The first stranger of the text; `fine`, if there is none. `Before` and `Word` have been read already. */
type Read<
  Text extends string,
  Names extends string,
  Before extends string = '',
  Word extends string = '',
> = Text extends `${infer C}${infer Rest}`
  ? C extends '"' | Delimiter
    ? IsFine<Word, Names> extends true
      ? C extends '"'
        ? ReadQuoted<Rest, Names, `${Before}${Word}"`>
        : Read<Rest, Names, `${Before}${Word}${C}`>
      : Stranger<Word, Before, Text>
    : Read<Rest, Names, Before, `${Word}${C}`>
  : IsFine<Word, Names> extends true
    ? 'fine'
    : Stranger<Word, Before, ''>;

/** The same inside quotes. */
type ReadQuoted<
  Text extends string,
  Names extends string,
  Before extends string,
> = Text extends `${infer Word}"${infer Rest}`
  ? Word extends `${string}\\`
    ? Read<AfterQuote<Rest>, Names, `${Before}…`>
    : IsFineInQuotes<Word, Names> extends true
      ? Read<Rest, Names, `${Before}${Word}"`>
      : Stranger<Word, Before, `"${Rest}`>
  : IsFineInQuotes<Text, Names> extends true
    ? 'fine'
    : Stranger<Text, Before, ''>;

/** Conditions are told by the model alone. */
type IsFineInQuotes<Word extends string, Names extends string> = Word extends
  | Names
  | 'dead'
  | 'true'
  | 'false'
  | `${string}${'=' | '<' | '>' | '!' | '&' | '|' | '(' | "'"}${string}`
  | ` ${string}`
  | `${string} `
  ? true
  : false;

/** The letters of prefix operators may be glued to what follows, those of binary ones too; a number is a bound or a constant. */
type IsFine<Word extends string, Names extends string> = Word extends '' | Names | Keyword
  ? true
  : Word extends `${'F' | 'G' | 'X' | 'U' | 'W' | 'R' | 'V' | 'M'}${infer Rest}`
    ? IsFine<Rest, Names>
    : Word extends `${Digit}${string}`
      ? true
      : false;

type AfterQuote<Text extends string> = Text extends `${infer Before}"${infer Rest}`
  ? Before extends `${string}\\`
    ? AfterQuote<Rest>
    : Rest
  : '';

type Keyword = 'true' | 'false' | 'True' | 'False' | 'TRUE' | 'FALSE' | 'xor' | 'not' | 'inf' | 'dead' | '$';
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Delimiter =
  | (' ' | '\t' | '\n' | '\r' | '(' | ')' | '[' | ']' | ':' | ',' | '!' | '~' | '&' | '|' | '/' | '\\' | '*' | '+')
  | ('-' | '<' | '>' | '=' | '^' | '¬' | '○' | '◯' | '◇' | '⋄' | '♢' | '□' | '◻' | '⬜' | '∧' | '⋀' | '∩' | '∨' | '⋁')
  | ('∪' | '→' | '⇒' | '⟶' | '↔' | '⇔' | '⟷' | '⊕' | '⊤' | '⊥');

/** Whether the text is too long for the recursion that compilers allow (1000 steps): from 800 characters on. */
type IsLong<Text extends string> = Cut<Cut<Cut<Cut<Cut<Cut<Cut<Cut<Text>>>>>>>> extends '' ? false : true;

/** The text without its first hundred characters. */
type Cut<Text extends string> = Cut10<Cut10<Cut10<Cut10<Cut10<Cut10<Cut10<Cut10<Cut10<Cut10<Text>>>>>>>>>>;
type Cut10<Text extends string> =
  Text extends `${infer _A}${infer _B}${infer _C}${infer _D}${infer _E}${infer _F}${infer _G}${infer _H}${infer _I}${infer _J}${infer Rest}`
    ? Rest
    : '';
