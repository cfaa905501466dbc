import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_PROGRAM } from '../support/programs.ts';

test('[T55] only the server’s user may read the files in its data folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nankeen-modes-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
  // The parent's umask must not matter.
  const command = `umask 000; exec "$0" "$1"`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath, SERVER_PROGRAM], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Nankeen is ready')) resolve();
      });
    });
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['nankeen.sqlite', 'nankeen.sqlite-wal', 'accounts.sqlite', 'secrets.json']),
    );
    const open = files.filter((file) => (statSync(join(file.parentPath, file.name)).mode & 0o077) !== 0);
    expect(open.map(({ name }) => name)).toEqual([]);
  } finally {
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
