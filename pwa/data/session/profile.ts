import type { Profile } from '#shared/collections/profiles.ts';
import {
  EMPTY_PROFILE,
  mergeAccount,
  type AccountFacts,
  type ProfileContent,
} from '#shared/domain/profile.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import type { AppStore } from '../app-store.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { isPulled } from '../sync/checkpoint-record.ts';

/** The profile counts as not to be had when it hasn't come after this long. */
const PROFILE_WAIT_MS = 10_000;

/** Who is signed in. The profile's id is the account's. */
export interface ProfileAccount extends AccountFacts {
  readonly id: string;
}

/**
 * Loads the profile of whoever has signed in, brings the account's own data into it and saves it.
 * @throws Error when it did not come in time or was not saved
 */
export async function keepProfile(
  { localStore }: AppStore,
  account: ProfileAccount,
): Promise<ProfileContent> {
  return mergeIntoProfile(await localStore.whenOpen(), account, PROFILE_WAIT_MS);
}

/** The same on an open store, within `waitMs`. */
export async function mergeIntoProfile(
  { database, write }: Pick<LocalStore, 'database' | 'write'>,
  account: ProfileAccount,
  waitMs: number,
): Promise<ProfileContent> {
  await whenPulled(database, waitMs);
  let merged = mergeAccount(undefined, account);
  await write('profiles', account.id, (stored) => {
    const content = stored && toProfileContent(stored);
    merged = mergeAccount(content, account);
    return isJsonEqual(merged, content) ? 'keep' : merged;
  });
  return merged;
}

/** Before the server's word on it a profile would be made that is there already. */
function whenPulled(database: LocalStore['database'], waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const checkpoint = database.checkpoints.findOne('profiles').$.subscribe((found) => {
      // It may be there at once, before this subscription is.
      if (isPulled(found)) queueMicrotask(() => end(resolve));
    });
    const timer = setTimeout(() => end(() => reject(new Error('The profile did not come in time.'))), waitMs);
    function end(settle: () => void) {
      clearTimeout(timer);
      checkpoint.unsubscribe();
      settle();
    }
  });
}

/** The state of a local store holds more than the person's own. */
function toProfileContent(stored: Profile): ProfileContent {
  const fields = Object.keys(EMPTY_PROFILE) as (keyof ProfileContent)[];
  return Object.fromEntries(fields.map((field) => [field, stored[field]])) as unknown as ProfileContent;
}
