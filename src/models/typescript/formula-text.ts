// Formula literals whose propositions the type checker knows: a misspelt one is a type error.
//
// The text is read character by character at the level of types. Whatever could be right passes (quoted propositions, texts that
// are not literals, very long ones); what is left is told by the parser and the model when the formula is made.
import type { Formula } from '../../formula/formula.ts';

/** `Text` where all its words are propositions of `Names` or operators; otherwise a type that no string has. */
export type FormulaText<Names extends string, Text extends string> = string extends Names
  ? Text
  : string extends Text
    ? Text
    : IsLong<Text> extends true
      ? Text
      : UnknownWord<Text, Names> extends infer Word extends string
        ? [Word] extends [never]
          ? Text
          : UnknownProposition<Word, Names>
        : Text;

/** The same for the propositions of a model: those of a `ValueModel` are known to the type checker, others are not. */
export type FormulaTextFor<M, Text extends string> = M extends {
  readonly propositions: Readonly<Record<infer P, Formula>>;
}
  ? FormulaText<P & string, Text>
  : Text;

/** Shown by the compiler in place of a formula whose `Word` is not a proposition of the model. */
export interface UnknownProposition<Word extends string, Known extends string> {
  readonly unknownProposition: Word;
  readonly propositions: Known;
}

/** The first word of the text that is neither a proposition nor an operator; never, if there is none. */
type UnknownWord<
  Text extends string,
  Names extends string,
  Word extends string = '',
> = Text extends `${infer C}${infer Rest}`
  ? C extends '"'
    ? IsFine<Word, Names> extends true
      ? UnknownWord<AfterQuote<Rest>, Names>
      : Word
    : C extends Delimiter
      ? IsFine<Word, Names> extends true
        ? UnknownWord<Rest, Names>
        : Word
      : UnknownWord<Rest, Names, `${Word}${C}`>
  : IsFine<Word, Names> extends true
    ? never
    : Word;

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

type Keyword = 'true' | 'false' | 'True' | 'False' | 'TRUE' | 'FALSE' | 'xor' | 'not' | 'inf' | '$';
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
