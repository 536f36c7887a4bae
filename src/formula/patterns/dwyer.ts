// The specification patterns of Dwyer, Avrunin and Corbett [DAC98]: eleven patterns, each under five scopes (globally; before R;
// after Q; between Q and R; after Q until R). Propositions are numbered in the order in which a formula names them.
import { listFamily, type PatternFamily } from './family.ts';

/** For each pattern the five formulas, in the order of the scopes. */
const patterns: Readonly<Record<string, readonly string[]>> = {
  absence: [
    'G !p0',
    'F p0 -> (!p1 U p0)',
    'G(p0 -> G !p1)',
    'G((p0 & !p1 & F p1) -> (!p2 U p1))',
    'G((p0 & !p1) -> (!p2 W p1))',
  ],
  existence: [
    'F p0',
    '!p0 W (!p0 & p1)',
    'G !p0 | F(p0 & F p1)',
    'G((p0 & !p1) -> (!p1 W (!p1 & p2)))',
    'G((p0 & !p1) -> (!p1 U (!p1 & p2)))',
  ],
  'bounded existence, at most twice': [
    '!p0 W (p0 W (!p0 W (p0 W G !p0)))',
    'F p0 -> ((!p0 & !p1) U (p0 | ((!p0 & p1) U (p0 | ((!p0 & !p1) U (p0 | ((!p0 & p1) U (p0 | (!p1 U p0)))))))))',
    'F p0 -> (!p0 U (p0 & (!p1 W (p1 W (!p1 W (p1 W G !p1))))))',
    'G((p0 & F p1) -> ((!p1 & !p2) U (p1 | ((!p1 & p2) U (p1 | ((!p1 & !p2) U (p1 | ((!p1 & p2) U (p1 | (!p2 U p1))))))))))',
    'G(p0 -> ((!p1 & !p2) U (p2 | ((p1 & !p2) U (p2 | ((!p1 & !p2) U (p2 | ((p1 & !p2) U (p2 | (!p1 W p2) | G p1)))))))))',
  ],
  universality: [
    'G p0',
    'F p0 -> (p1 U p0)',
    'G(p0 -> G p1)',
    'G((p0 & !p1 & F p1) -> (p2 U p1))',
    'G((p0 & !p1) -> (p2 W p1))',
  ],
  precedence: [
    '!p0 W p1',
    'F p0 -> (!p1 U (p0 | p2))',
    'G !p0 | F(p0 & (!p1 W p2))',
    'G((p0 & !p1 & F p1) -> (!p2 U (p1 | p3)))',
    'G((p0 & !p1) -> (!p2 W (p1 | p3)))',
  ],
  response: [
    'G(p0 -> F p1)',
    'F p0 -> ((p1 -> (!p0 U (!p0 & p2))) U p0)',
    'G(p0 -> G(p1 -> F p2))',
    'G((p0 & !p1 & F p1) -> ((p2 -> (!p1 U (!p1 & p3))) U p1))',
    'G((p0 & !p1) -> ((p2 -> (!p1 U (!p1 & p3))) W p1))',
  ],
  'precedence chain, two causes of one effect': [
    'F p0 -> (!p0 U (!p0 & p1 & X(!p0 U p2)))',
    'F p0 -> (!p1 U (p0 | (!p1 & p2 & X(!p1 U p3))))',
    'G !p0 | (!p0 U ((p0 & F p1) -> (!p1 U (!p1 & p2 & X(!p1 U p3)))))',
    'G((p0 & F p1) -> (!p2 U (p1 | (!p2 & p3 & X(!p2 U p4)))))',
    'G(p0 -> (F p1 -> (!p1 U (p2 | (!p1 & p3 & X(!p1 U p4))))))',
  ],
  'precedence chain, one cause of two effects': [
    'F(p0 & X F p1) -> (!p0 U p2)',
    'F p0 -> (!(!p0 & p1 & X(!p0 U (!p0 & p2))) U (p0 | p3))',
    'G !p0 | (!p0 U (p0 & (F(p1 & X F p2) -> (!p1 U p3))))',
    'G((p0 & F p1) -> (!(!p1 & p2 & X(!p1 U (!p1 & p3))) U (p1 | p4)))',
    'G(p0 -> ((!(!p1 & p2 & X(!p1 U (!p1 & p3))) U (p1 | p4)) | G !(p2 & X F p3)))',
  ],
  'response chain, one response to two stimuli': [
    'G((p0 & X F p1) -> X F(p1 & F p2))',
    'F p0 -> (((p1 & X(!p0 U p2)) -> X(!p0 U (p2 & F p3))) U p0)',
    'G(p0 -> G((p1 & X F p2) -> X(!p2 U (p2 & F p3))))',
    'G((p0 & F p1) -> (((p2 & X(!p1 U p3)) -> X(!p1 U (p3 & F p4))) U p1))',
    'G(p0 -> (((p1 & X(!p2 U p3)) -> X(!p2 U (p3 & F p4))) U (p2 | G((p1 & X(!p2 U p3)) -> X(!p2 U (p3 & F p4))))))',
  ],
  'response chain, two responses to one stimulus': [
    'G(p0 -> F(p1 & X F p2))',
    'F p0 -> ((p1 -> (!p0 U (!p0 & p2 & X(!p0 U p3)))) U p0)',
    'G(p0 -> G(p1 -> (p2 & X F p3)))',
    'G((p0 & F p1) -> ((p2 -> (!p1 U (!p1 & p3 & X(!p1 U p4)))) U p1))',
    'G(p0 -> ((p1 -> (!p2 U (!p2 & p3 & X(!p2 U p4)))) U (p2 | G(p1 -> (p3 & X F p4)))))',
  ],
  'response chain, two responses with a constraint between them': [
    'G(p0 -> F(p1 & !p2 & X(!p2 U p3)))',
    'F p0 -> ((p1 -> (!p0 U (!p0 & p2 & !p3 & X((!p0 & !p3) U p4)))) U p0)',
    'G(p0 -> G(p1 -> (p2 & !p3 & X(!p3 U p4))))',
    'G((p0 & F p1) -> ((p2 -> (!p1 U (!p1 & p3 & !p4 & X((!p1 & !p4) U p5)))) U p1))',
    'G(p0 -> ((p1 -> (!p2 U (!p2 & p3 & !p4 & X((!p2 & !p4) U p5)))) U (p2 | G(p1 -> (p3 & !p4 & X(!p4 U p5))))))',
  ],
};

export const dwyerFamily: PatternFamily = listFamily(
  {
    name: 'dac',
    title: 'specification patterns under five scopes',
    reference: "Dwyer, Avrunin, Corbett: Property specification patterns for finite-state verification, FMSP'98",
  },
  Object.values(patterns).flat(),
);
