// What a campaign tells: answers as they come with --json, a live table on a terminal, and the tables at the end.
import {
  type AnswerRecord,
  disputesOf,
  type Ledger,
  questionLines,
  strategyLines,
  summaryOf,
  wayText,
} from '../../campaign/index.ts';
import { visible } from '../../diagnostics/index.ts';
import type { LiveLines } from './live-lines.ts';
import { flush, writeError, writeLine } from './terminal.ts';

export class CampaignOutput {
  private readonly ledger: Ledger;
  private readonly form: 'text' | 'json';
  private readonly live: LiveLines;
  private readonly started = performance.now();
  private note = '';

  constructor(ledger: Ledger, { form, live }: { readonly form: 'text' | 'json'; readonly live: LiveLines }) {
    this.ledger = ledger;
    this.form = form;
    this.live = live;
  }

  /** An answer that has just been kept. */
  answer(record: AnswerRecord): void {
    if (this.form === 'json') {
      writeLine(JSON.stringify(record));
      flush();
    }
    this.show();
  }

  /** What is going on, below the live table; empty for nothing special. */
  say(note: string): void {
    this.note = note;
    this.show();
  }

  show(): void {
    this.live.update(() => {
      const { jobs, open } = this.ledger.progress();
      const seconds = Math.round((performance.now() - this.started) / 1000);
      const line = `${jobs - open} of ${jobs} jobs, ${seconds} s${this.note === '' ? '' : `; ${this.note}`}`;
      return [...strategyLines(summaryOf(this.ledger).strategies), line];
    });
  }

  /** The tables; `page` is the report. */
  end(page: string): void {
    this.live.end();
    const summary = summaryOf(this.ledger);
    if (this.form === 'json') {
      writeLine(JSON.stringify({ kind: 'summary', ...this.ledger.progress(), ...summary, report: page }));
    } else {
      for (const line of questionLines(summary.questions)) writeLine(visible(line));
      writeLine();
      for (const line of strategyLines(summary.strategies)) writeLine(visible(line));
      writeLine();
      for (const { model, formula, reason } of summary.questions.filter(({ outcome }) => outcome === 'failed')) {
        writeLine(visible(`failed: ${model}: ${formula}: ${reason ?? 'no reason is known'}`));
      }
      writeLine(`the report: ${visible(page)}`);
    }
    for (const answers of disputesOf(this.ledger)) {
      const [{ model, formula }] = answers;
      const found = answers.map((answer) => `${wayText(answer)} says ${answer.outcome}`).join(', ');
      writeError(visible(`error: a wrong verdict: ${model}: ${formula}: ${found}`));
      writeError('The campaign was stopped. This is a bug in tegata. Please report it with the model.');
    }
  }
}
