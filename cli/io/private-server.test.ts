import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TextSink } from '../../tests/cli/support/text-sink.ts';
import type { CliContext } from '../context.ts';
import { startPrivateServer } from './private-server.ts';

/** Checks its data before it starts, and exits with its parent. */
const SERVER = `
  process.stderr.write('Checking the data …\\n', () => process.stdout.write('{"port":9}\\n'));
  process.stdin.resume();`;

test.each([
  [true, 'Checking the data …\n'],
  [false, ''],
])('shows on a terminal that the data is checked first (%s)', async (isInteractive, shown) => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-private-'));
  const serverEntry = join(folder, 'server.mjs');
  writeFileSync(serverEntry, SERVER);
  writeFileSync(join(folder, 'nankeen.sqlite'), '');
  const err = new TextSink();
  const context = { terminal: { err, isInteractive }, environment: process.env, serverEntry, disposers: [] };
  const server = await startPrivateServer(context as unknown as CliContext, folder);
  expect(server.origin).toBe('http://127.0.0.1:9');
  await (context.disposers as (() => Promise<void>)[])[0]?.();
  expect(err.text).toBe(shown);
  rmSync(folder, { recursive: true, force: true });
});
