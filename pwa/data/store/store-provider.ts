import type { CollectionName } from '#shared/collections/catalogue.ts';
import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import type { LocalDatabase } from './database.ts';
import type { Change } from './local-writes.ts';
import type { StorageEvents } from './watched-storage.ts';

/** The open local store of one identity. */
export interface LocalStore {
  readonly database: LocalDatabase;
  /** The account whose store it is; `undefined` for the device's own. */
  readonly accountId: string | undefined;
  /** Id of this identity's cart. */
  readonly cartId: string;
  /** @throws AppError `invalid-argument` with the field's path; then nothing was written */
  write<Name extends CollectionName>(collection: Name, id: string, change: Change<Name>): Promise<void>;
  /** Starts a sync at once, in the tab that replicates. */
  wakeNow(): void;
  /** Pushes waiting writes from this tab. @throws AppError when a request had no response */
  push(): Promise<void>;
  /**
   * Ends the saves in progress first.
   * @param claim given where an account's store follows the device's own: what waits is sent, then this is called
   * @returns whether everything in it is sent
   */
  close(claim?: () => Promise<void>): Promise<boolean>;
}

/** Why a page can't use its local store: the browser can't open it, or a newer version of the app has taken it over. */
export type StoreError = 'unopened' | 'superseded';

export type OpenStore = (events: StorageEvents) => Promise<LocalStore>;

/** Opens the local store on first use, reopens it when it is lost, and replaces it when the identity changes. */
export interface StoreProvider {
  /** The open store; the first call opens it. */
  whenOpen(): Promise<LocalStore>;
  /** The open store, for callers that only read: doesn't open it before a deferred opening is due. */
  whenDue(): Promise<LocalStore>;
  /** Defers the opening until the page is shown; `whenOpen` opens the store all the same. */
  defer(until: Promise<unknown>): void;
  /**
   * Closes the open store, makes a change and opens the store that is right then; one replacement at a time.
   * @param claim as in `close`; callers wait for the next store already
   * @returns whether everything in the closed store was sent; `false` if there was none
   */
  replace(change?: () => void, claim?: () => Promise<void>): Promise<boolean>;
  /** Changes with every store that is opened. */
  readonly generation: ReadableStore<number>;
  readonly error: ReadableStore<StoreError | undefined>;
}

/** A connection lost a second time within this long is an error, not reopened. */
const REOPEN_AFTER_MS = 5000;

export function createStoreProvider(openStore: OpenStore): StoreProvider {
  const generation = createStore(0);
  const error = createStore<StoreError | undefined>(undefined);
  let opening: Promise<LocalStore> | undefined;
  let isRetired = false;
  let begin = () => {};
  let due: Promise<void> = Promise.resolve();
  let replacing: Promise<unknown> = Promise.resolve();
  let lastLostAt = Number.NEGATIVE_INFINITY;

  function whenOpen(): Promise<LocalStore> {
    begin();
    const current = opening ?? open();
    opening = current;
    current.catch(() => {
      if (opening === current) opening = undefined;
    });
    return current;
  }

  async function open(): Promise<LocalStore> {
    const opened = generation.read();
    const events = { onLost: () => reopenOnce(opened), onSuperseded: () => void retire() };
    try {
      // The first attempt fails while the store is being closed.
      const store = await openStore(events).catch(() => openStore(events));
      error.set(undefined);
      return store;
    } catch (cause) {
      error.set('unopened');
      throw cause;
    }
  }

  function replace(change: () => void = () => undefined, claim?: () => Promise<void>): Promise<boolean> {
    const replaced = replacing
      .catch(() => undefined)
      .then(async () => {
        const old = opening;
        let isSent = false;
        opening = (async () => {
          // Callers wait for the new store meanwhile.
          isSent = (await (await old?.catch(() => undefined))?.close(claim)) ?? false;
          change();
          return open();
        })();
        generation.set(generation.read() + 1);
        await opening;
        return isSent;
      });
    replacing = replaced;
    return replaced;
  }

  /** Closes the store for the rest of the page's life: callers wait forever. */
  async function retire(): Promise<void> {
    if (isRetired) return;
    isRetired = true;
    const old = opening;
    opening = new Promise(() => undefined);
    generation.set(generation.read() + 1);
    error.set('superseded');
    await (await old?.catch(() => undefined))?.close();
  }

  /** All connections of a store are lost together: only the first event counts. */
  function reopenOnce(lost: number): void {
    if (lost !== generation.read() || isRetired || error.read()) return;
    const now = Date.now();
    if (now - lastLostAt < REOPEN_AFTER_MS) return error.set('unopened');
    lastLostAt = now;
    replace().catch(() => undefined);
  }

  return {
    whenOpen,
    async whenDue() {
      await due;
      return whenOpen();
    },
    defer(until) {
      due = new Promise((resolve) => {
        begin = resolve;
        void until.finally(resolve);
      });
    },
    replace,
    generation,
    error,
  };
}
