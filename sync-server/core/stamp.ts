import type { Actor } from '#shared/access/actor.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';

/** When and by whom a commit is made. */
export interface Stamp {
  /** ISO time of the server's clock; as a text, for a push writes it a hundred times. */
  readonly at: string;
  readonly actor: Actor;
}

export function stampNow(clock: Clock, actor: Actor): Stamp {
  return { at: utcIso(clock.now()), actor };
}

/** The next key of a document's history: now, but always at least one millisecond after its last entry. */
export function nextEntryTime(at: string, last: string | undefined): string {
  if (last === undefined || last < at) return at;
  return utcIso(Date.parse(last) + 1);
}
