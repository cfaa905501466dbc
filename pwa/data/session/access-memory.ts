import * as v from 'valibot';
import type { KeyedStorage } from '../store/page-storage.ts';
import { toCopyKey, type OpenRecord } from './device-database.ts';
import { createKeptValue } from './kept-value.ts';

const NAME = 'accessCode';
export const ACCESS_CODE_KEY = toCopyKey(NAME);

const accessSchema = v.object({
  token: v.optional(v.string()),
  /** Set while the server has refused this device's last token. */
  isWithdrawn: v.optional(v.literal(true)),
});
type Access = v.InferOutput<typeof accessSchema>;

const LOCKED: Access = {};

/** Remembers across visits, also offline, that the access code was entered on this device. */
export interface AccessMemory {
  /** The token the code gave this device; `undefined` while the purchase-order pages are locked. */
  token(): string | undefined;
  /** Whether this device was unlocked until the server refused its token: the code has changed or the token was too old. */
  isWithdrawn(): boolean;
  /** Resolves when the token is on disk, as the other changes do. */
  keep(token: string): Promise<void>;
  /** Forgets a token the server refused; a newer one stays. */
  drop(refused: string): Promise<void>;
  /** Locks the purchase-order pages. */
  forget(): Promise<void>;
  /** Reads what is on disk, which may be newer than what the page began with. */
  restore(): Promise<void>;
  /** Reads what another tab has stored. */
  reread(): void;
  subscribe(listener: () => void): () => void;
}

export function createAccessMemory(storage: KeyedStorage, openRecord: OpenRecord): AccessMemory {
  const parse = (stored: unknown): Access => (v.is(accessSchema, stored) ? stored : LOCKED);
  const access = createKeptValue({ name: NAME, storage, openRecord, parse });
  return {
    token: () => access.read().token,
    isWithdrawn: () => access.read().isWithdrawn === true,
    keep: (token) => access.changeOnceKept((current) => (current.token === token ? current : { token })),
    drop: (refused) =>
      access.change((current) => (current.token === refused ? { isWithdrawn: true } : current)),
    forget: () => access.change(() => LOCKED),
    restore: access.restore,
    reread: access.reread,
    subscribe: access.subscribe,
  };
}
