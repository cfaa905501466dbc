import type { Role } from '#shared/access/actor.ts';

const DAY_MS = 24 * 3_600_000;

interface SessionLimits {
  /** A session ends when it was not used for this long. */
  readonly unusedMs: number;
  /** A session ends this long after the sign-in, however much it is used. */
  readonly longestMs: number;
}

const CUSTOMER: SessionLimits = { unusedMs: 30 * DAY_MS, longestMs: 90 * DAY_MS };
const STAFF: SessionLimits = { unusedMs: 7 * DAY_MS, longestMs: 30 * DAY_MS };

/** Reasons: `docs/decisions/0037-how-long-sessions-last.md`. */
const LIMITS: Readonly<Record<Role, SessionLimits>> = { customer: CUSTOMER, staff: STAFF, manager: STAFF };

/** Sessions of one account; a further sign-in ends the oldest. */
export const MAX_SESSIONS = 20;

/** The time of the last use is written at most this often. */
export const USE_NOTED_EVERY_MS = 5 * 60_000;

/** How long a proof of identity counts for calls that need one. */
const CONFIRMED_MS = 10 * 60_000;

export interface SessionTimes {
  /** Epoch milliseconds. */
  readonly beganAt: number;
  readonly usedAt: number;
  readonly expiresAt: number;
}

/** When a session ends unless it is used, in epoch milliseconds. */
export function toSessionEnd({ beganAt, usedAt, expiresAt }: SessionTimes, role: Role): number {
  const { unusedMs, longestMs } = LIMITS[role];
  return Math.min(expiresAt, usedAt + unusedMs, beganAt + longestMs);
}

/** Until when a proof of identity counts, in epoch milliseconds; `undefined` if it doesn't. */
export function toConfirmedUntil(confirmedAt: number | null, now: number): number | undefined {
  if (confirmedAt === null) return undefined;
  const until = confirmedAt + CONFIRMED_MS;
  // A clock that was set back does not prolong it.
  return now < until && now >= confirmedAt - CONFIRMED_MS ? until : undefined;
}
