import { closeSync, openSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { moveFlushed } from './move-flushed.ts';

/**
 * Copies the data file while it is in use. The copy is a snapshot of one moment between start and end. It appears
 * under its name complete and flushed, or not at all; an interrupted backup leaves `….partial`.
 * @param writer the connection that writes; through any other connection the copy would restart with every commit
 * @param check inspects the copy before it gets its name; if it throws, the copy does not get one
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
