import type { KeyedStorage } from '../page-storage.ts';

export const ACCESS_CODE_KEY = 'nankeen.accessCode';

/** Remembers over visits, offline ones too, that the access code was entered here. */
export interface AccessMemory {
  /** The token the code gave this device; `undefined` while the purchase-order pages are locked. */
  token(): string | undefined;
  keep(token: string): void;
  /** Forgets a token the server refused; one that was given since stays. */
  drop(refused: string): void;
  /** Takes over what another tab learnt. */
  reread(): void;
  subscribe(listener: () => void): () => void;
}

export function createAccessMemory(storage: KeyedStorage): AccessMemory {
  let current = storage.getItem(ACCESS_CODE_KEY) ?? undefined;
  const listeners = new Set<() => void>();
  function tell(token: string | undefined): void {
    if (token === current) return;
    current = token;
    for (const listener of listeners) listener();
  }
  return {
    token: () => current,
    keep(token) {
      storage.setItem(ACCESS_CODE_KEY, token);
      tell(token);
    },
    drop(refused) {
      const kept = storage.getItem(ACCESS_CODE_KEY) ?? undefined;
      if (kept === refused) storage.removeItem(ACCESS_CODE_KEY);
      tell(kept === refused ? undefined : kept);
    },
    reread: () => tell(storage.getItem(ACCESS_CODE_KEY) ?? undefined),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
