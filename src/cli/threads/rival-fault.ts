// What is told when the second thread has failed by a mistake of ours. The answer does not depend on it, so the run goes on; but were nothing said, a thread
// that never works would look like one that was not fast enough.
import { visible } from '../../diagnostics/index.ts';
import { OutputClosed, OutputFailed } from '../output/output-errors.ts';
import { writeError } from '../output/terminal.ts';

export function reportRivalFault(fault: string): void {
  try {
    writeError(
      `note: the second thread has failed, the first one goes on alone (${visible(fault)}). This is a bug in tegata: please report it with the command and its input`,
    );
  } catch (error) {
    if (!(error instanceof OutputFailed || error instanceof OutputClosed)) throw error; // a note that nobody can read ends no run
  }
}
