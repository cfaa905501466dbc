import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

export interface StorageEvents {
  /** The browser closed the connection, or the store is being removed in another tab. */
  readonly onLost: () => void;
  /** A newer version of the app wants to change the store's layout and waits for this page to let go of it. */
  readonly onSuperseded: () => void;
}

/** Until then whoever asked has gone on to the store that is opened instead. */
const GIVEN_UP_MS = 1000;

/** The browser's store, with word of what happens to its connections. */
export function watchedStorage({ onLost, onSuperseded }: StorageEvents) {
  const asking = new Set<(error: Error) => void>();
  // The browser doesn't answer a question whose connection it cuts, and RxDB closes no store that waits for an answer.
  const giveUp = () => {
    for (const reject of asking) reject(new Error('The browser has cut the connection.'));
  };
  const storage = getRxStorageDexie({
    // The browser's own default tells of a write before it is on disk; what was shown as saved must outlive a power cut.
    chromeTransactionDurability: 'strict',
    onCreate(connection) {
      // RxDB remembers a failed opening for as long as the page lives, so the second attempt is made here.
      const open = connection.open.bind(connection);
      connection.open = () =>
        open()
          .catch(() => open())
          .then((opened) => {
            // The connection's own event, unlike the library's, isn't fired by closing it on purpose.
            connection.backendDB().addEventListener('close', () => {
              onLost();
              setTimeout(giveUp, GIVEN_UP_MS);
            });
            return opened;
          });
      connection.on('versionchange', ({ newVersion }) => {
        if (newVersion === null) return onLost();
        onSuperseded();
        // Closing is left to the store, which finishes its writes first.
        return false;
      });
    },
  });
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = async (parameters) => {
    const instance = await create(parameters);
    // Whoever opens a store hears of it once all its collections are made, which may be later than one of them failed.
    instance.internals.catch(() => undefined);
    const query = instance.query.bind(instance);
    instance.query = (prepared) =>
      new Promise((resolve, reject) => {
        asking.add(reject);
        void query(prepared)
          .then(resolve, reject)
          .finally(() => asking.delete(reject));
      });
    return instance;
  };
  return storage;
}
