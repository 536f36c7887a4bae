// Stands for `code/model.ts` in a page that is one file: its policy, which its workers have too, lets no other code run.
import type { Model } from 'tegata/models';
import { CodeError, type Compiled } from '../code/compile.ts';

const refusal = (): CodeError =>
  new CodeError('a saved page runs no models in code: open this file in the studio', { line: 1, column: 1 });

export function compile(): Promise<Compiled> {
  return Promise.reject(refusal());
}

export function modelFromCode(): Promise<Model> {
  return Promise.reject(refusal());
}
