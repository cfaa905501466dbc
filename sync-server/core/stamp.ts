import type { Actor } from '#shared/access/actor.ts';

/** When and by whom a commit is made. */
export interface Stamp {
  /** Epoch milliseconds of the server's clock. */
  readonly at: number;
  readonly actor: Actor;
}

/** The next key of a document's history: now, but always at least one millisecond after its last entry. */
export function nextEntryTime(at: number, last: string | undefined): string {
  return new Date(last === undefined ? at : Math.max(at, Date.parse(last) + 1)).toISOString();
}
