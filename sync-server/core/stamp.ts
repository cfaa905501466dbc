import type { Actor } from '#shared/access/actor.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';

/** Time and author of a commit. */
export interface Stamp {
  /** ISO time of the server's clock; text, because a push writes it up to a hundred times. */
  readonly at: string;
  readonly actor: Actor;
}

export function stampNow(clock: Clock, actor: Actor): Stamp {
  return { at: utcIso(clock.now()), actor };
}

/** The next history key of a document: now, or one millisecond after its last entry if that is later. */
export function nextEntryTime(at: string, last: string | undefined): string {
  if (last === undefined || last < at) return at;
  return utcIso(Date.parse(last) + 1);
}
