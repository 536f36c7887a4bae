// What the command line uses of this room; the other rooms import its files.
export { assertNever, InternalError, invariant } from './assert.ts';
