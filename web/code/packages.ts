// The parts of the package that a model in code may import, as one chunk that is loaded when there is one.
import * as all from 'tegata';
import * as formula from 'tegata/formula';
import * as modelling from 'tegata/modelling';
import * as models from 'tegata/models';
import type { Packages } from './compile.ts';

export const packages: Packages = {
  tegata: all,
  'tegata/modelling': modelling,
  'tegata/models': models,
  'tegata/formula': formula,
};
