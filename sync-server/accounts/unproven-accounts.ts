import type { Storage } from '#server/storage.ts';
import { toSessionEnd } from './session-limits.ts';

/** How long an account is kept whose address nobody proves. A mailed link works for minutes, and signing up again is easy. */
export const UNPROVEN_ACCOUNT_MS = 30 * 24 * 3_600_000;

/** Accounts per transaction: few enough not to delay other calls noticeably. */
const STEP_ACCOUNTS = 100;

/**
 * Removes accounts whose address was never proven. Such an account can't sign in and owns nothing, in production. One that
 * was in use before the server became a shop may: with a session, a second factor or anything stored it stays.
 * @returns a function that removes those that are due at a time (epoch milliseconds), and returns how many
 */
export function createUnprovenRemoval({
  accounts: { tables },
  eraser,
}: Pick<Storage, 'accounts' | 'eraser'>): (now: number, isStopped: () => boolean) => Promise<number> {
  return async (now, isStopped) => {
    const isInUse = async (accountId: string) =>
      (await tables.hasFactor(accountId)) ||
      (await tables.sessionsOf(accountId)).some((session) => toSessionEnd(session, 'customer') > now) ||
      (await eraser?.holdsAnythingOf(accountId)) !== false;
    let removed = 0;
    let after: string | undefined = '';
    while (after !== undefined && !isStopped()) {
      const page = { before: now - UNPROVEN_ACCOUNT_MS, now, after, limit: STEP_ACCOUNTS };
      const found = await tables.unprovenAccounts(page);
      const unused: string[] = [];
      for (const accountId of found) if (!(await isInUse(accountId))) unused.push(accountId);
      removed += await tables.deleteUnproven(unused, page);
      after = found.at(-1);
      await new Promise(setImmediate);
    }
    return removed;
  };
}
