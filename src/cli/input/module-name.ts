// Models that are modules are known by their names alone: they are run, not read.

const MODULE = /\.[cm]?[jt]s$/;

/** Whether a MODEL argument names a module in JavaScript or TypeScript. */
export function isModuleName(argument: string): boolean {
  return MODULE.test(argument);
}
