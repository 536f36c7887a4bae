// Models that are modules are known by their names alone: they are run, not read.

const MODULE = /\.[cm]?[jt]s$/;

/** Whether a command line may come to modules that it does not name: by a configuration, or in a dialogue. */
export function mayMeetModules([command, ...args]: readonly string[]): boolean {
  if (command === 'repl') return true;
  if (command !== 'check' && command !== 'watch') return false;
  const [first] = args;
  return first === undefined || first.startsWith('-');
}

/** Whether a MODEL argument names a module in JavaScript or TypeScript. */
export function isModuleName(argument: string): boolean {
  return MODULE.test(argument);
}
