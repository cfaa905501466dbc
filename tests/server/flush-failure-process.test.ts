import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { canRecord } from '../soak/power-cut-recorder.ts';
import { readStoredFile } from '../soak/stored-file.ts';
import { TEST_PROGRAMS } from '../support/programs.ts';

const CHILD = join(TEST_PROGRAMS, 'document-store-kill-child.js');
/**
 * Index of the first failing flush; all later ones fail too. It happens after the file is created, during the pushes.
 */
const FAILS_FROM = 60;

interface Outcome {
  readonly code: number | null;
  readonly errorOutput: string;
  readonly acknowledged: readonly string[];
}

/** Pushes until the disk fails; `strace` makes the flush return an error. */
async function pushOnFailingDisk(file: string): Promise<Outcome> {
  const inject = `inject=fsync,fdatasync:error=EIO:when=${FAILS_FROM}+`;
  const tracer = ['-f', '-e', 'trace=fsync,fdatasync', '-e', inject, '-o', '/dev/null'];
  const child = spawn('strace', [...tracer, process.execPath, CHILD, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => void (errorOutput += chunk.toString()));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) acknowledged.push(line);
  return { code: await closed, errorOutput, acknowledged };
}

if (canRecord()) {
  test('[F10] [DU4] a failed flush ends the server with a message, and every acknowledged write is stored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nankeen-flush-'));
    try {
      const { code, errorOutput, acknowledged } = await pushOnFailingDisk(join(folder, 'data.sqlite'));
      expect(code, errorOutput).toBe(1);
      expect(errorOutput).toMatch(/The disk did not confirm that it has stored a write.+not acknowledged/);
      expect(acknowledged.length).toBeGreaterThan(20);
      const { integrity, writeIds } = readStoredFile(folder);
      expect(integrity).toBe('ok');
      expect(acknowledged.filter((writeId) => !writeIds.includes(writeId))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
} else {
  console.info('This machine lets no process interfere with another (strace): failing flushes are left out.');
}
