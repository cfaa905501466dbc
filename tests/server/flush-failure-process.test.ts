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
/** The first flush that fails, and with it all later ones: after the file is made, amid the pushes. */
const FAILS_FROM = 60;

interface Ending {
  readonly code: number | null;
  readonly complaint: string;
  readonly acknowledged: readonly string[];
}

/** Pushes until the disk fails; `strace` lets the flush return an error instead of reaching the disk. */
async function pushOnFailingDisk(file: string): Promise<Ending> {
  const inject = `inject=fsync,fdatasync:error=EIO:when=${FAILS_FROM}+`;
  const tracer = ['-f', '-e', 'trace=fsync,fdatasync', '-e', inject, '-o', '/dev/null'];
  const child = spawn('strace', [...tracer, process.execPath, CHILD, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => void (complaint += chunk.toString()));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) acknowledged.push(line);
  return { code: await closed, complaint, acknowledged };
}

if (canRecord()) {
  test('[F10] [DU4] a flush that fails ends the server with a sentence, and nothing is acknowledged that isn’t there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nankeen-flush-'));
    try {
      const { code, complaint, acknowledged } = await pushOnFailingDisk(join(folder, 'data.sqlite'));
      expect(code, complaint).toBe(1);
      expect(complaint).toMatch(/The disk did not confirm that it has stored a write.+not acknowledged/);
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
