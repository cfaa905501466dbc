import { createLazyDatabase, toPromise, whenCommitted } from '../idb-promises.ts';
import type { RecordStorage } from './installation-record.ts';

const NAME = 'nankeen-device';
const RECORDS = 'records';
const INSTALLATION = 'installation';
/** Key of the copy in local storage. */
const COPY_KEY = 'nankeen.installation';

/**
 * Keeps the installation's record in IndexedDB, where it is on disk before anything is sent in its name. A browser that is
 * killed loses what it wrote to local storage in the last minute. A copy there brings the record back if the browser
 * evicts its databases, and hands over the record of earlier versions of the app.
 * @param onChange called with the installation's id after each change in another tab
 */
export function openInstallationDatabase(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  onChange: (fid: string) => void,
): RecordStorage {
  const database = createLazyDatabase(NAME, (created) => created.createObjectStore(RECORDS));
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => onChange(data));

  return {
    async change(update) {
      const opened = await database.open();
      const transaction = opened.transaction(RECORDS, 'readwrite', { durability: 'strict' });
      const records = transaction.objectStore(RECORDS);
      const stored = await toPromise(records.get(INSTALLATION) as IDBRequest<unknown>);
      const next = update(stored ?? parseJson(storage.getItem(COPY_KEY)));
      if (next === stored) return;
      records.put(next, INSTALLATION);
      await whenCommitted(transaction);
      storage.setItem(COPY_KEY, JSON.stringify(next));
      channel.postMessage(next.fid);
    },
  };
}

/** Removes the record but not its copy. @throws DOMException */
export async function deleteInstallationDatabase(): Promise<void> {
  await toPromise(indexedDB.deleteDatabase(NAME));
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
