// What the page opens with.
import starvation from '../../examples/starvation/model.dve?raw';

export const START = {
  formula: 'G(request -> F grant)',
  model: { name: 'starvation.dve', text: starvation },
  property: 'G("P0 = waiting" -> F "P0 = critical")',
} as const;
