import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';

const FACTS = 'nankeen.lock.json';

/** The process that locks a data folder. */
export interface LockHolder {
  readonly pid: number;
  /** The server's address; missing for a command that works on the folder directly. */
  readonly address?: string;
}

/**
 * Locks a data folder for this process until it releases the lock or ends, even by a kill: the lock is the operating
 * system's, held through an open transaction on a separate file.
 * @returns release
 * @throws AppError `failed-precondition`, reason LOCKED, that names the holder
 */
export function lockDataDir(folder: string, holder: LockHolder): () => void {
  const facts = join(folder, FACTS);
  const lock = new Database(join(folder, 'nankeen.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw toLockedError(folder, readLockHolder(facts), cause);
  }
  writeFileSync(facts, JSON.stringify(holder), { mode: 0o600 });
  return () => lock.close();
}

/** Whether the folder is locked by a running server, not by a command, which may be replacing its files. */
export function isLockedByServer(folder: string, error: unknown): boolean {
  const isLocked = error instanceof AppError && error.reason === 'LOCKED';
  return isLocked && readLockHolder(join(folder, FACTS)).address !== undefined;
}

function readLockHolder(file: string): Partial<LockHolder> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<LockHolder>;
  } catch {
    return {};
  }
}

function toLockedError(folder: string, { pid, address }: Partial<LockHolder>, cause: unknown): AppError {
  const [who, advice] = toWords(pid, address);
  const message = `The data folder ${folder} is in use by ${who}. Nothing was changed. ${advice}`;
  return new AppError('failed-precondition', message, { cause, reason: 'LOCKED', nothingWritten: true });
}

function toWords(pid: number | undefined, address: string | undefined): readonly [string, string] {
  const advice = 'Use that server, or stop it first.';
  if (pid === undefined) return ['another server', advice];
  if (address === undefined) return [`a command with process id ${pid}`, 'Wait until it has ended.'];
  return [`the server with process id ${pid} at ${address}`, advice];
}
