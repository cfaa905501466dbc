import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { EXIT, EXIT_OF_CODE } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { CHECKING_NOTICE } from '#shared/kernel/product-facts.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';

export type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

export interface ServerProcessOptions {
  /** Path of the server's program: built, or its source. */
  readonly entry: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The server's program as a process that no Ctrl-C of this terminal reaches: this command ends it. */
export function spawnServer({ entry, args, environment }: ServerProcessOptions): ServerProcess {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  return spawn(process.execPath, [...loader, entry, ...args], {
    env: environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/**
 * The first line of JSON that the process writes.
 * @param onChecking the process has said that a check of the data delays it
 * @throws Failure with what it says instead, or with how it ended
 */
export async function readJsonLine(
  child: ServerProcess,
  onChecking: (notice: string) => void = () => undefined,
): Promise<Readonly<Record<string, unknown>>> {
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes(CHECKING_NOTICE)) onChecking(CHECKING_NOTICE);
    err += text.replace(`${CHECKING_NOTICE}\n`, '');
  });
  // It may have ended before it reads.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(() => undefined);
  const line = new Promise<string>((done) => {
    child.stdout.on('data', (text: string) => {
      out += text;
      if (out.includes('\n')) done(out);
    });
  });
  const text = await Promise.race([line, ended]);
  const answer = parseLine(text ?? out);
  if (answer === undefined) {
    throw new Failure(
      EXIT.unexpected,
      `The store could not be opened: ${err.trim() || 'its program has ended.'}`,
    );
  }
  const error = fromErrorBody(answer, 500);
  if (!error) return answer;
  const { nothingWritten } = error;
  if (error.reason !== 'LOCKED')
    throw new Failure(EXIT_OF_CODE[error.code], error.message, { nothingWritten });
  throw new Failure(EXIT.locked, error.message, {
    hint: 'A running server is used over the network: leave --db away, or name its address with --server.',
    result: { code: error.code, reason: error.reason },
    nothingWritten,
  });
}

function parseLine(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text.split('\n', 1)[0] ?? '') as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The data folder that `--db` means: the folder itself, or the data file in it. @throws Failure `notFound`, `usage` */
export async function findDataFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    throw new Failure(EXIT.notFound, `There is no ${path}.`, {
      hint: 'Give the data folder of a server, which holds nankeen.sqlite; by default that is data.',
    });
  }
  if (found.isDirectory()) return resolve(path);
  if (basename(path) === 'nankeen.sqlite') return resolve(dirname(path));
  throw new Failure(EXIT.usage, `${path} is not the data file of a server, nankeen.sqlite, nor its folder.`, {
    hint: 'A backup is put in place first: nankeen backup restore FILE --db FOLDER',
  });
}
