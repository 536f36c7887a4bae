import { Application, LogLevel as Levels, Logger, type LogLevel } from 'typedoc';
import { expect, it } from 'vitest';

class Complaints extends Logger {
  readonly texts: string[] = [];

  override log(message: string, level: LogLevel): void {
    super.log(message, level);
    if (level >= Levels.Warn) this.texts.push(message);
  }
}

it('the API reference is made without a warning: nothing is missing from the exports, no link is broken', async () => {
  const application = await Application.bootstrapWithPlugins({ plugin: [] });
  const complaints = new Complaints();
  application.logger = complaints;
  const project = await application.convert();
  expect(project).toBeDefined();
  application.validate(project!);
  expect(complaints.texts).toEqual([]);
});
