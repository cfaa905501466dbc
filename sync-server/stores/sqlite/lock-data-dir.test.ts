import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './lock-data-dir.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-hold-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('[SQ4] [F15] a second server on the same data is refused with the holder’s process id', () => {
  const release = lockDataDir(folder, { pid: 4711, address: 'http://localhost:8787' });
  expect(() => lockDataDir(folder, { pid: 4712, address: 'http://localhost:8788' })).toThrow(
    /process id 4711 at http:\/\/localhost:8787/,
  );
  release();
  lockDataDir(folder, { pid: 4712, address: 'http://localhost:8788' })();
});

test('[SQ4] [F15] killing a server releases its lock', async () => {
  const program = `
    const Database = require('better-sqlite3');
    const lock = new Database(${JSON.stringify(join(folder, 'nankeen.lock'))}, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(() => lockDataDir(folder, { pid: 1, address: '' })).toThrow('is in use by another server');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  lockDataDir(folder, { pid: 1, address: '' })();
});
