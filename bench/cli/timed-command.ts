import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Resources a command used. */
export interface Cost {
  readonly wallSeconds: number;
  /** Of the command and its server, if any. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the larger of the two processes. */
  readonly peakMb: number;
}

export interface CommandOptions {
  readonly input?: string;
  /** Descriptor of a file to use as standard input instead. */
  readonly inputFile?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end and measures it with GNU time.
 * @throws Error with the end of its stderr if it fails, or if it isn't installed
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
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-500)));
    child.stdin?.end(input);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${errors.trim()}`);
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
