// The twelve formulas on which Etessami and Holzmann [EH00] measured their optimisations of Büchi automata.
import { listFamily, type PatternFamily } from './family.ts';

const formulas: readonly string[] = [
  'p0 U (p1 & G p2)',
  'p0 U (p1 & X(p2 U p3))',
  'p0 U (p1 & X(p2 & F(p3 & X F(p4 & X F(p5 & X F p6)))))',
  'F(p0 & X G p1)',
  'F(p0 & X(p1 & X F p2))',
  'F(p0 & X(p1 U p2))',
  'F G p0 | G F p1',
  'G(p0 -> (p1 U p2))',
  'G(p0 & X F(p1 & X F(p2 & X F p3)))',
  'G F p0 & G F p1 & G F p2 & G F p3 & G F p4',
  '(p0 U (p1 U p2)) | (p1 U (p2 U p0)) | (p2 U (p0 U p1))',
  'G(p0 -> (p1 U (G p2 | G p3)))',
];

export const etessamiHolzmannFamily: PatternFamily = listFamily(
  {
    name: 'eh',
    title: 'formulas from the optimisation of Büchi automata',
    reference: "Etessami, Holzmann: Optimizing Büchi automata, CONCUR'00",
  },
  formulas,
);
