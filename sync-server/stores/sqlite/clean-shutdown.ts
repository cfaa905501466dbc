import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = 'nankeen.closed.json';

/**
 * Reads and removes the last process's shutdown mark.
 * @returns names of files that were closed cleanly and have not changed since: they need no check before use
 */
export function takeCleanShutdown(folder: string): ReadonlySet<string> {
  const mark = join(folder, MARK);
  const states = readStates(mark);
  rmSync(mark, { force: true });
  return new Set(
    Object.keys(states).filter((name) => !hasLog(folder, name) && states[name] === toState(folder, name)),
  );
}

/** Marks these files as closed cleanly. A file with a non-empty log is not marked: the last changes are in the log. */
export function markCleanShutdown(folder: string, names: readonly string[]): void {
  const closed = names.filter((name) => !hasLog(folder, name));
  const states = Object.fromEntries(closed.map((name) => [name, toState(folder, name)]));
  try {
    writeFileSync(join(folder, MARK), JSON.stringify(states), { mode: 0o600 });
  } catch {
    // On a full disk there is no mark, and the next start checks the files.
  }
}

function readStates(mark: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(mark, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A copy that replaced the file has another modification time. */
function toState(folder: string, name: string): string | undefined {
  const found = statSync(join(folder, name), { throwIfNoEntry: false });
  return found && `${found.size} bytes at ${found.mtimeMs}`;
}

/** A reader of the closed file leaves an empty log. */
function hasLog(folder: string, name: string): boolean {
  return (statSync(join(folder, `${name}-wal`), { throwIfNoEntry: false })?.size ?? 0) > 0;
}
