import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TEST_PROGRAMS } from '../support/programs.ts';
import { createTraceReader, type DiskEvent } from './power-cut-events.ts';

const CALLS =
  'openat,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,sync_file_range,' +
  '?rename,renameat,renameat2,?unlink,unlinkat,?link,linkat,?mkdir,mkdirat,?rmdir';

/** Whether one process may trace another here; macOS and strict containers forbid it. */
export function canRecord(): boolean {
  return spawnSync('strace', ['-f', '-e', 'trace=openat', '-o', '/dev/null', 'true']).status === 0;
}

/**
 * Runs a server under load and records every write to its folder, every flush, and every acknowledgement.
 * @param load name of the test program, which gets the folder and `settings`
 */
export async function recordLoad(
  load: string,
  settings: readonly (string | number)[],
): Promise<readonly DiskEvent[]> {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'nankeen-trace-')));
  const folder = join(work, 'data');
  const trace = join(work, 'trace');
  mkdirSync(folder);
  try {
    const node = [process.execPath, join(TEST_PROGRAMS, `${load}.js`), folder, ...settings.map(String)];
    const options = [
      '-f',
      '-y',
      '-xx',
      '-s',
      '10000000',
      '--seccomp-bpf',
      '-e',
      `trace=${CALLS}`,
      '-o',
      trace,
    ];
    const child = spawn('strace', [...options, ...node], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => void (complaint += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`The recorded server ended with ${String(code)}.\n${complaint}`);
    return await readTrace(trace, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function readTrace(file: string, folder: string): Promise<readonly DiskEvent[]> {
  const read = createTraceReader(folder);
  const events: DiskEvent[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    events.push(...read(line));
  }
  return events;
}
