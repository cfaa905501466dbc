import { createStore } from '#pwa/create-store.ts';
import type { KeyedStorage } from '../store/page-storage.ts';

export const ACCESS_CODE_KEY = 'nankeen.accessCode';
/** Set while the server has refused this device's last token. */
const WITHDRAWN_KEY = 'nankeen.accessCodeWithdrawn';

/** Remembers across visits, also offline, that the access code was entered on this device. */
export interface AccessMemory {
  /** The token the code gave this device; `undefined` while the purchase-order pages are locked. */
  token(): string | undefined;
  /** Whether this device was unlocked until the server refused its token: the code has changed or the token was too old. */
  isWithdrawn(): boolean;
  keep(token: string): void;
  /** Forgets a token the server refused; a newer one stays. */
  drop(refused: string): void;
  /** Locks the purchase-order pages. */
  forget(): void;
  /** Reads what another tab has stored. */
  reread(): void;
  subscribe(listener: () => void): () => void;
}

export function createAccessMemory(storage: KeyedStorage): AccessMemory {
  const token = createStore(storage.getItem(ACCESS_CODE_KEY) ?? undefined);
  return {
    token: token.read,
    isWithdrawn: () => storage.getItem(WITHDRAWN_KEY) !== null,
    keep(received) {
      storage.removeItem(WITHDRAWN_KEY);
      storage.setItem(ACCESS_CODE_KEY, received);
      token.set(received);
    },
    drop(refused) {
      const stored = storage.getItem(ACCESS_CODE_KEY) ?? undefined;
      if (stored === refused) {
        storage.removeItem(ACCESS_CODE_KEY);
        storage.setItem(WITHDRAWN_KEY, '1');
      }
      token.set(stored === refused ? undefined : stored);
    },
    forget() {
      storage.removeItem(WITHDRAWN_KEY);
      storage.removeItem(ACCESS_CODE_KEY);
      token.set(undefined);
    },
    reread: () => token.set(storage.getItem(ACCESS_CODE_KEY) ?? undefined),
    subscribe: token.subscribe,
  };
}
