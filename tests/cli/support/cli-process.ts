import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CLI_PROGRAM } from '../../support/programs.ts';

export interface ProcessResult {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a process. */
export function spawnCli(args: readonly string[], environment: Readonly<Record<string, string>>) {
  return watch(spawn(process.execPath, [CLI_PROGRAM, ...args], { env: { ...process.env, ...environment } }));
}

/**
 * Runs the command line in a shell pipeline, which prints the command's exit code last.
 * @param target file to redirect the output to, instead of the pipe
 * @param before shell command to run first
 */
export function spawnPiped(
  args: readonly string[],
  pipe: string,
  environment: Readonly<Record<string, string>>,
  target?: string,
  before = 'true',
) {
  const command = [process.execPath, CLI_PROGRAM, ...args].map((part) => `'${part}'`).join(' ');
  const redirection = target === undefined ? '' : ` > ${target}`;
  return watch(
    spawn('bash', ['-c', `${before}; ${command}${redirection} | ${pipe}; echo "exit \${PIPESTATUS[0]}"`], {
      env: { ...process.env, ...environment },
    }),
  );
}

function watch(child: ChildProcess): {
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessResult>;
} {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    out,
    err,
  }));
  return { child, ended };
}
