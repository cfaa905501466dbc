import { toStoreName } from '../store/store-layout.ts';

/** Whose local store is open: the device's own, or an account's. */
export interface Identity {
  readonly accountId: string | undefined;
  readonly databaseName: string;
}

/** Local storage key of the account whose store is open in all tabs; absent for the device's own. */
export const IDENTITY_KEY = 'nankeen.identity';
/** Local storage key of the address that signed up on this device; removed at sign-out. */
export const EMAIL_FOR_SIGN_IN_KEY = 'emailForSignIn';
/** Local storage key of what waits for the account whose session has ended last: its database and a count. */
export const LEFT_WORK_KEY = 'nankeen.leftWork';
const DEVICE_DATABASE = 'nankeen';

type IdentityStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function toIdentity(accountId: string | undefined): Identity {
  const owner = accountId === undefined ? DEVICE_DATABASE : `${DEVICE_DATABASE}-${shortHash(accountId)}`;
  return { accountId, databaseName: toStoreName(owner) };
}

export function readIdentity(storage: Pick<Storage, 'getItem'>): Identity {
  return toIdentity(storage.getItem(IDENTITY_KEY) || undefined);
}

export function writeIdentity(storage: IdentityStorage, { accountId }: Identity): void {
  if (accountId === undefined) storage.removeItem(IDENTITY_KEY);
  else storage.setItem(IDENTITY_KEY, accountId);
}

/** 64-bit FNV-1a in base 36: makes a valid database name of any account id, without revealing it. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
