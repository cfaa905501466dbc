import { EMPTY_PROFILE, type Profile, type ProfileContent } from '#shared/collections/profiles.ts';
import { mergeAccount, type AccountFacts } from '#shared/domain/profile.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import type { AppStore } from '../app-store.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { isPulled } from '../sync/checkpoint-record.ts';

/** Longest wait for the profile to arrive. */
const PROFILE_WAIT_MS = 10_000;

/** The signed-in account. Its profile has the same id. */
export interface ProfileAccount extends AccountFacts {
  readonly id: string;
}

/**
 * Loads the signed-in account's profile, merges the account's data into it and saves it.
 * @throws Error when it did not arrive in time or was not saved
 */
export async function keepProfile(
  { localStore }: AppStore,
  account: ProfileAccount,
): Promise<ProfileContent> {
  return mergeIntoProfile(await localStore.whenOpen(), account, PROFILE_WAIT_MS);
}

/** Like `keepProfile`, on an open store and within `waitMs`. */
export async function mergeIntoProfile(
  { database, write }: Pick<LocalStore, 'database' | 'write'>,
  account: ProfileAccount,
  waitMs: number,
): Promise<ProfileContent> {
  await whenPulled(database, waitMs);
  const phone = await findPaidPhone(database, account.email);
  const merge = (content: ProfileContent | undefined) => {
    const merged = mergeAccount(content, account);
    return { ...merged, profileMobile: merged.profileMobile || phone };
  };
  let merged = merge(undefined);
  await write('profiles', account.id, (stored) => {
    const content = stored && toProfileContent(stored);
    merged = merge(content);
    return isJsonEqual(merged, content) ? 'keep' : merged;
  });
  return merged;
}

/** The phone number of the newest order that was paid with this address; staff's devices have other people's too. */
async function findPaidPhone(database: LocalStore['database'], email: string): Promise<string> {
  const orders = await database.orders.find({ sort: [{ orderPaidAt: 'desc' }] }).exec();
  const own = orders.find(
    ({ orderEmail, orderPhone }) => orderPhone !== '' && orderEmail.toLowerCase() === email.toLowerCase(),
  );
  return own?.orderPhone ?? '';
}

/**
 * Stores the own profile on this device and pushes it as soon as there is a network.
 * @param toContent the new content, from the newest state on this device; the account's data go over it
 */
export async function saveProfile(
  { localStore }: AppStore,
  account: ProfileAccount,
  toContent: (current: ProfileContent | undefined) => ProfileContent,
): Promise<void> {
  const store = await localStore.whenOpen();
  await store.write('profiles', account.id, (stored) =>
    mergeAccount(toContent(stored && toProfileContent(stored)), account),
  );
}

/** Waits until profiles were pulled: before that, a write could create a profile that already exists. */
function whenPulled(database: LocalStore['database'], waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const checkpoint = database.checkpoints.findOne('profiles').$.subscribe((found) => {
      // The first value may come synchronously, before `checkpoint` is assigned.
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

/** The profile's own fields, without those of the sync layer. */
function toProfileContent(stored: Profile): ProfileContent {
  const fields = Object.keys(EMPTY_PROFILE) as (keyof ProfileContent)[];
  return Object.fromEntries(fields.map((field) => [field, stored[field]])) as unknown as ProfileContent;
}
