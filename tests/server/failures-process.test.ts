import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SERVER_PROGRAM } from '../support/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'nankeen-failures-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the server until it ends; sends it a signal once it is ready. @returns its error output */
async function runServer(dataDir: string, ...nodeOptions: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [...nodeOptions, SERVER_PROGRAM], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString();
    if (out.includes('Nankeen is ready')) child.kill('SIGUSR2');
  });
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  return err;
}

test('[R-CST-11] a path that the system refuses at the start is named, without a stack', async () => {
  writeFileSync(join(folder, 'file'), '');
  const err = await runServer(join(folder, 'file', 'data'));
  expect(err).toMatch(/^The server did not start: ENOTDIR: [^\n]+\. Check DATA_DIR, [^\n]+\n$/);
});

test('[R-GEN-10] an error of the system while the server runs ends it with its stack, and without advice about the start', async () => {
  const fault =
    'process.once("SIGUSR2", function fault() { throw Object.assign(new Error("read ECONNRESET"), { syscall: "read" }); })';
  const err = await runServer(
    join(folder, 'data'),
    '--import',
    `data:text/javascript,${encodeURIComponent(fault)}`,
  );
  expect(err).toMatch(/^Error: read ECONNRESET\n +at [^\n]*fault/m);
  expect(err).not.toContain('DATA_DIR');
});
