// The twenty-seven formulas of Somenzi and Bloem [SB00], many of them hard to translate into small automata.
import { listFamily, type PatternFamily } from './family.ts';

const formulas: readonly string[] = [
  'p0 U p1',
  'p0 U (p1 U p2)',
  '!(p0 U (p1 U p2))',
  'G F p0 -> G F p1',
  'F p0 U G p1',
  'G p0 U p1',
  '!(F p0 <-> F p1)',
  '!(G F p0 -> G F p1)',
  '!(G F p0 <-> G F p1)',
  'p0 R (p0 | p1)',
  '(X p0 U X p1) | !X(p0 U p1)',
  '(X p0 U p1) | !X(p0 U (p0 & p1))',
  'G(p0 -> F p1) & ((X p0 U p1) | !X(p0 U (p0 & p1)))',
  'G(p0 -> F p1) & ((X p0 U X p1) | !X(p0 U p1))',
  'G(p0 -> F p1)',
  '!G(p0 -> X(p1 R p2))',
  '!(F G p0 | F G p1)',
  'G(F p0 & F p1)',
  'F p0 & F !p0',
  '(p0 & X p1) R X(((p2 U p3) R p0) U (p2 R p0))',
  'G p2 | (G(p0 | G F p1) & G(p2 | G F !p1)) | G p0',
  'G p0 | G p2 | (G(p0 | F G p1) & G(p2 | F G !p1))',
  '!(G p2 | (G(p0 | G F p1) & G(p2 | G F !p1)) | G p0)',
  '!(G p0 | G p2 | (G(p0 | F G p1) & G(p2 | F G !p1)))',
  'G(p0 | X G p1) & G(p2 | X G !p1)',
  'G(p0 | (X p1 & X !p1))',
  'p0 | (p1 U p0)',
];

export const somenziBloemFamily: PatternFamily = listFamily(
  {
    name: 'sb',
    title: 'formulas from the translation of Somenzi and Bloem',
    reference: "Somenzi, Bloem: Efficient Büchi automata from LTL formulae, CAV'00",
  },
  formulas,
);
