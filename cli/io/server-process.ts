import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { CliContext } from '#cli/context.ts';
import { EXIT, EXIT_OF_CODE } from '#cli/exit-codes.ts';
import { Failure, toFailure, withHint } from '#cli/failure.ts';
import { CHECKING_NOTICE } from '#shared/kernel/product-facts.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import { hidePassword } from './hide-password.ts';
import { createProgress } from './progress.ts';

export type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

export interface ServerProcessOptions {
  /** Path of the server program, built or source. */
  readonly entry: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The server's own settings may name a database, which is not what was asked for. */
export const NO_DATABASE = { DATABASE_URL: '' };

/** Starts the server program in its own process group: Ctrl-C reaches only this command, which stops the server. */
export function spawnServer({ entry, args, environment }: ServerProcessOptions): ServerProcess {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  return spawn(process.execPath, [...loader, entry, ...args], {
    env: environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

interface ServerTask {
  readonly args: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly isQuiet: boolean;
  /** What to do when another process has locked the data folder. */
  readonly whenLocked: string;
}

/**
 * Runs the server program for a single task and shows its progress. If the command is interrupted, a task that can be
 * interrupted undoes what it has done.
 * @returns its report
 * @throws Failure
 */
export async function runServerTask(
  { serverEntry, environment, interruption, terminal, clock }: CliContext,
  { args, settings, isQuiet, whenLocked }: ServerTask,
): Promise<Json> {
  const child = spawnServer({ entry: serverEntry, args, environment: { ...environment, ...settings } });
  const closed = once(child, 'close');
  interruption.addEventListener('abort', () => child.stdin.end());
  const progress = createProgress({ terminal, clock, label: 'Copied', isQuiet });
  try {
    return await readJson(child, {
      onCopied: (documents, totalDocuments) =>
        progress.report({ documents, totalDocuments, unit: 'entries' }),
    });
  } catch (error) {
    const failure = toFailure(error);
    const interrupted = interruption.reason as Failure | undefined;
    if (interrupted) throw new Failure(interrupted.exitCode, failure.message, { cause: failure });
    throw failure.exitCode === EXIT.locked ? withHint(failure, whenLocked) : failure;
  } finally {
    progress.end();
    await closed;
  }
}

interface ReadJsonOptions {
  /** Called when the process reports that it checks the data first. */
  readonly onChecking?: (notice: string) => void;
  /** Called when the process reports how many entries of history it has copied. */
  readonly onCopied?: (entries: number, total: number) => void;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the result of a process, the first line of JSON on its standard output that reports no progress.
 * @throws Failure with the reported error, or with the process's error output
 */
export async function readJson(
  child: ServerProcess,
  { onChecking, onCopied }: ReadJsonOptions,
): Promise<Json> {
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes(CHECKING_NOTICE)) onChecking?.(CHECKING_NOTICE);
    err += text.replace(`${CHECKING_NOTICE}\n`, '');
  });
  // The process may exit before it reads.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(() => undefined);
  const result = new Promise<Json | undefined>((done) => {
    child.stdout.on('data', (text: string) => {
      const lines = (out + text).split('\n');
      out = lines.pop() ?? '';
      for (const value of lines.map(parseLine)) {
        if (value?.['copied'] === undefined) done(value);
        else onCopied?.(Number(value['copied']), Number(value['total']));
      }
    });
  });
  const value = await Promise.race([result, ended]);
  if (value === undefined) {
    throw new Failure(
      EXIT.unexpected,
      `The store could not be opened: ${err.trim() || 'the server process exited.'}`,
    );
  }
  const error = fromErrorBody(value, 500);
  if (!error) return value;
  const { nothingWritten } = error;
  if (error.reason !== 'LOCKED')
    throw new Failure(EXIT_OF_CODE[error.code], error.message, { nothingWritten });
  throw new Failure(EXIT.locked, error.message, {
    hint: 'To use a running server, omit --db, or set its address with --server.',
    result: { code: error.code, reason: error.reason },
    nothingWritten,
  });
}

function parseLine(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a place is a database instead of a folder. @throws Failure `usage` for an address that names no database */
export function isDatabaseAddress(place: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(place)) return false;
  if (URL.canParse(place) && new URL(place).pathname.length > 1) return true;
  throw new Failure(
    EXIT.usage,
    `${hidePassword(place)} is not the address of a database, such as postgres://host/shop.`,
  );
}

/** The data folder for `--db`, which names the folder or its data file. @throws Failure `notFound`, `usage` */
export async function findDataFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    throw new Failure(EXIT.notFound, `${path} does not exist.`, {
      hint: 'Name the data folder of a server, which contains nankeen.sqlite (by default: data).',
    });
  }
  if (found.isDirectory()) return resolve(path);
  if (basename(path) === 'nankeen.sqlite') return resolve(dirname(path));
  throw new Failure(EXIT.usage, `${path} is neither a data folder nor its nankeen.sqlite.`, {
    hint: 'To use a backup, restore it first: nankeen backup restore FILE --db FOLDER',
  });
}
