import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a command cost. */
export interface Cost {
  readonly wallSeconds: number;
  /** Of the command, and of the server it speaks to, where there is one. */
  readonly cpuSeconds: number;
  /** The most that was resident at any moment, of the larger of the two processes. */
  readonly peakMb: number;
}

export interface CommandOptions {
  readonly input?: string;
  /** Descriptor of a file that is the standard input instead. */
  readonly inputFile?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end and says what it cost, by GNU time.
 * @throws Error with what it printed when it fails, or isn't installed
 */
export async function timeCommand(
  program: string,
  args: readonly string[],
  { input = '', inputFile, environment = {} }: CommandOptions = {},
): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-bench-'));
  const figures = join(folder, 'figures');
  try {
    const child = spawn('/usr/bin/time', ['-o', figures, '-f', '%e %U %S %M', program, ...args], {
      stdio: [inputFile ?? 'pipe', 'ignore', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-500)));
    child.stdin?.end(input);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${complaint.trim()}`);
    const [wall, user, system, peakKb] = readFileSync(figures, 'utf8').trim().split(' ').map(Number);
    return {
      wallSeconds: wall ?? Number.NaN,
      cpuSeconds: (user ?? Number.NaN) + (system ?? Number.NaN),
      peakMb: (peakKb ?? Number.NaN) / 1024,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
