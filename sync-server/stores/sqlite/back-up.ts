import { closeSync, openSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { moveFlushed } from './move-flushed.ts';

/**
 * Copies the data file while it is read and written: what the copy holds is one moment between begin and end. It
 * appears under its name whole and flushed, or not at all; what a broken-off backup left is `….partial`.
 * @param writer the connection that writes; through any other the copy would begin anew with every commit
 * @param check looks at the copy before it gets its name; what it throws keeps it from getting one
 */
export async function backUp<Facts>(
  writer: Database,
  target: string,
  check?: (partial: string) => Promise<Facts>,
): Promise<Facts | undefined> {
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  closeSync(openSync(partial, 'wx', 0o600));
  await writer.backup(partial);
  const facts = await check?.(partial);
  moveFlushed(partial, target);
  return facts;
}
