import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { StorageWatch } from './storage-watch.ts';

export interface StorageEvents {
  /** The browser closed the connection, or the store is being removed in another tab. */
  readonly onLost: () => void;
  /** A newer version of the app waits for this page to close the store. */
  readonly onSuperseded: () => void;
}

/** By then callers have switched to the reopened store. */
const REJECT_AFTER_MS = 1000;

/** RxDB's Dexie storage, with events for lost and superseded connections. @param watch follows its queries */
export function watchedStorage({ onLost, onSuperseded }: StorageEvents, watch?: StorageWatch) {
  const pending = new Set<(error: Error) => void>();
  // The browser never settles a query whose connection it closed, and RxDB can't close a store with a pending query.
  const rejectPending = () => {
    for (const reject of pending) reject(new Error('The browser has closed the connection.'));
  };
  const storage = getRxStorageDexie({
    // The browser's default confirms a write before it is on disk, but what is shown as saved must survive a power cut.
    chromeTransactionDurability: 'strict',
    onCreate(connection) {
      // RxDB remembers a failed opening for the page's lifetime, so retry here.
      const open = connection.open.bind(connection);
      connection.open = () =>
        open()
          .catch(() => open())
          .then((opened) => {
            // Unlike Dexie's close event, the connection's own isn't fired when it is closed on purpose.
            connection.backendDB().addEventListener('close', () => {
              onLost();
              setTimeout(rejectPending, REJECT_AFTER_MS);
            });
            return opened;
          });
      connection.on('versionchange', ({ newVersion }) => {
        if (newVersion === null) return onLost();
        onSuperseded();
        // Don't let Dexie close the connection: the store finishes its writes first.
        return false;
      });
    },
  });
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = async (parameters) => {
    const instance = await create(parameters);
    // The failure is reported once all collections exist; until then it must not count as an unhandled rejection.
    instance.internals.catch(() => undefined);
    const query = instance.query.bind(instance);
    instance.query = (prepared) =>
      new Promise((resolve, reject) => {
        pending.add(reject);
        const querying = query(prepared);
        void (watch?.follow(querying) ?? querying)
          .then(resolve, reject)
          .finally(() => pending.delete(reject));
      });
    return instance;
  };
  return storage;
}
