import { firstValueFrom, skipWhile, timeout } from 'rxjs';
import type { Profile } from '#shared/collections/profiles.ts';
import {
  EMPTY_PROFILE,
  mergeAccount,
  type AccountFacts,
  type ProfileContent,
} from '#shared/domain/profile.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import type { Shop } from './shop.ts';
import { whenShop } from './shop-handle.ts';

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
export async function keepProfile(account: ProfileAccount): Promise<ProfileContent> {
  return mergeIntoProfile(await whenShop(), account, PROFILE_WAIT_MS);
}

/** The same on an open store, within `waitMs`. */
export async function mergeIntoProfile(
  { database, write }: Pick<Shop, 'database' | 'write'>,
  account: ProfileAccount,
  waitMs: number,
): Promise<ProfileContent> {
  // Before the server's word on it a profile would be made that is there already.
  const position = database.positions.findOne('profiles').$;
  await firstValueFrom(
    position.pipe(
      skipWhile((one) => !one?.checkpoint),
      timeout(waitMs),
    ),
  );
  let merged = mergeAccount(undefined, account);
  await write('profiles', account.id, (stored) => {
    const content = stored && toProfileContent(stored);
    merged = mergeAccount(content, account);
    return isJsonEqual(merged, content) ? 'keep' : merged;
  });
  return merged;
}

/** The state of a local store holds more than the person's own. */
function toProfileContent(stored: Profile): ProfileContent {
  const fields = Object.keys(EMPTY_PROFILE) as (keyof ProfileContent)[];
  return Object.fromEntries(fields.map((field) => [field, stored[field]])) as unknown as ProfileContent;
}
