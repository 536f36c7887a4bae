/** Thrown where a model cannot be written as programs; the interpreter runs it. */
export class NotCompiled extends Error {
  override name = 'NotCompiled';
}
