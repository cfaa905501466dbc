import { closeSync, openSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { moveFlushed } from './move-flushed.ts';

/** Between two batches the process does its other work. */
const PAGES_AT_ONCE = 100;

/**
 * Writes a file that appears under its name complete and flushed, or not at all; an interrupted one is left as
 * `….partial`.
 */
export async function writeWhole<Facts>(
  target: string,
  write: (partial: string) => Promise<Facts>,
): Promise<Facts> {
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  const facts = await write(partial);
  moveFlushed(partial, target);
  return facts;
}

/**
 * Copies a file of SQLite that is in use. The copy is a snapshot of one moment between start and end.
 * @param writer the connection that writes; through any other connection the copy would restart with every commit
 * @param target must not exist
 */
export async function copyInUse(writer: Database, target: string, interruption?: AbortSignal): Promise<void> {
  closeSync(openSync(target, 'wx', 0o600));
  const progress = () => {
    interruption?.throwIfAborted();
    return PAGES_AT_ONCE;
  };
  await writer.backup(target, { progress });
}

/** Copies a file that is in use, whole or not at all. */
export function backUp(writer: Database, target: string, interruption?: AbortSignal): Promise<void> {
  return writeWhole(target, (partial) => copyInUse(writer, partial, interruption));
}
