// Models that are modules are known by their names alone: they are run, not read.

const MODULE = /\.[cm]?[jt]s$/;

/** Whether a command line may read a configuration: a check of no file and no net that it names. */
export function mayReadConfig([command, ...args]: readonly string[]): boolean {
  if (command !== 'check' && command !== 'watch') return false;
  const [first] = args;
  return first === undefined || first.startsWith('-');
}

/** Whether a MODEL argument names a module in JavaScript or TypeScript. */
export function isModuleName(argument: string): boolean {
  return MODULE.test(argument);
}
