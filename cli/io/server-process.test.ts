import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TextSink } from '../../tests/cli/support/text-sink.ts';
import type { CliContext } from '../context.ts';
import { runServerTask } from './server-process.ts';

/** Copies two entries; a line may come in pieces. */
const SERVER = `
  const { stdout } = process;
  stdout.write('{"copied":1,"total":2}\\n{"copied"', () =>
    setTimeout(() => stdout.write(':2,"total":2}\\n{"documents":2}\\n'), 10));`;

test.each([
  [false, /^Copied 1 of 2 entries, .*\nCopied 2 of 2 entries, .*\n$/],
  [true, /^$/],
])('[R-SHP-04] a task of the server shows its progress unless quiet (%s)', async (isQuiet, shown) => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-task-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const serverEntry = join(folder, 'server.mjs');
  writeFileSync(serverEntry, SERVER);
  const err = new TextSink();
  let now = 0;
  const context = {
    terminal: { err, isInteractive: false },
    // The time advances by ten seconds with each reading.
    clock: { now: () => (now += 10_000) },
    environment: process.env,
    interruption: new AbortController().signal,
    serverEntry,
  };
  const task = { args: [], settings: {}, isQuiet, whenLocked: '' };
  expect(await runServerTask(context as unknown as CliContext, task)).toEqual({ documents: 2 });
  expect(err.text).toMatch(shown);
});
