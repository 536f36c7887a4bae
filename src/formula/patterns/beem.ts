// The properties of the models in BEEM, the benchmark set of Pelánek [Pel07], their state predicates replaced by propositions.
import { listFamily, type PatternFamily } from './family.ts';

const formulas: readonly string[] = [
  'G(p0 -> F p1)',
  '(G F p1 & G F p0) -> G F p2',
  'G(p0 -> (p1 & (p2 U p3)))',
  'F(p0 | p1)',
  'G F(p0 | p1)',
  '(p0 U p1) -> ((p2 U p3) | G p2)',
  'G(p0 -> (!p1 U (p1 U (!p1 & (p2 R !p1)))))',
  'G(p0 -> (p1 R !p2))',
  'G(!p0 -> F p0)',
  'G(p0 -> F(p1 | p2))',
  '!(!(p0 | p1) U p2) & G(p3 -> !(!(p0 | p1) U p2))',
  'G !p0 -> G !p1',
  'G(p0 -> (G !p1 | (!p2 U p1)))',
  'G(p0 -> (p1 R (p1 | !p2)))',
  'G((p0 & p1) -> (!p1 R (p0 | !p1)))',
  'G(p0 -> F(p1 & p2))',
  'G(p0 -> (!p1 U (p1 U (p1 & p2))))',
  'G(p0 -> (!p1 U (p1 U (!p1 U (p1 U (p1 & p2))))))',
  'G F p0 -> G F p1',
  'G F(p0 | p1) & G F(p1 | p2)',
];

export const beemFamily: PatternFamily = listFamily(
  {
    name: 'p',
    title: 'properties of the BEEM models',
    reference: "Pelánek: BEEM: Benchmarks for explicit model checkers, SPIN'07",
  },
  formulas,
);
