export { type CodeEntry, type DiagnosticCode, diagnosticCodes } from './codes.ts';
export { type Diagnostic, InputError, type Parsed, UsageError, unwrap } from './diagnostic.ts';
export { type Decoration, formatDiagnostic } from './format.ts';
export { LimitExceeded, type LimitKind, type LimitReached, type Limits } from './limit.ts';
export { didYouMean, nearestNames } from './nearest.ts';
export { limitOf } from './out-of-memory.ts';
export { type Position, positionAt, type Source, type Span } from './source.ts';
export { Stopwatch } from './stopwatch.ts';
export { inMessage, visible, visibleLine } from './visible.ts';
