import { createLazyDatabase, toPromise, whenCommitted } from '../idb-promises.ts';
import { FILE_DATABASE, type FileState, type QueuedFile } from './file-queue.ts';

/** A file of the queue, without its bytes. `stored`: the server has it, and something unsent may name it. */
export interface FileRecord extends Omit<QueuedFile, 'state'> {
  readonly state: FileState | 'stored';
  /** When the last attempt to send it began, in epoch milliseconds. */
  readonly sentAt?: number | undefined;
  /** Since when nothing that the device keeps names the file, in epoch milliseconds. */
  readonly unneededSince?: number | undefined;
  /** Where the upload goes on. */
  readonly uploadUrl?: string | undefined;
  /** Failed attempts since the person last asked for one. */
  readonly attempts: number;
}

/** The queue on disk, shared by all tabs. */
export interface FileDatabase {
  /** Oldest first. */
  readAll(): Promise<readonly FileRecord[]>;
  readBytes(id: string): Promise<ArrayBuffer | undefined>;
  /** Adds a file, or merges it into one with the same id; a stored one is announced to the server again. */
  add(record: FileRecord, bytes: ArrayBuffer): Promise<void>;
  /** @returns the changed file; `undefined` if it was removed meanwhile */
  change(id: string, change: Partial<FileRecord>): Promise<FileRecord | undefined>;
  /** @param state removes only those that are in this state */
  remove(ids: readonly string[], state?: FileRecord['state']): Promise<void>;
  close(): void;
}

const RECORDS = 'records';
const BYTES = 'bytes';

/** @param onChange called after each change, in every tab */
export function createFileDatabase(onChange: () => Promise<void>): FileDatabase {
  const channel = new BroadcastChannel(FILE_DATABASE);
  channel.addEventListener('message', () => void onChange());
  const database = createLazyDatabase(FILE_DATABASE, (created) => {
    created.createObjectStore(RECORDS, { keyPath: 'id' });
    created.createObjectStore(BYTES);
  });

  async function read<Result>(store: string, ask: (from: IDBObjectStore) => IDBRequest<Result>) {
    const opened = await database.open();
    return toPromise(ask(opened.transaction(store).objectStore(store)));
  }

  async function write(act: (records: IDBObjectStore, bytes: IDBObjectStore) => void): Promise<void> {
    const opened = await database.open();
    const transaction = opened.transaction([RECORDS, BYTES], 'readwrite', { durability: 'strict' });
    const done = whenCommitted(transaction);
    act(transaction.objectStore(RECORDS), transaction.objectStore(BYTES));
    await done;
    channel.postMessage('changed');
    await onChange();
  }

  return {
    async readAll() {
      const records = await read<FileRecord[]>(RECORDS, (store) => store.getAll());
      return records.sort((a, b) => a.addedAt.localeCompare(b.addedAt));
    },
    readBytes: (id) => read<ArrayBuffer | undefined>(BYTES, (store) => store.get(id)),
    add: (record, bytes) =>
      write((records, allBytes) => {
        const found = records.get(record.id) as IDBRequest<FileRecord | undefined>;
        found.addEventListener('success', () => {
          const usedBy = [...new Set([...(found.result?.usedBy ?? []), ...record.usedBy])];
          const state = found.result?.state === 'stored' ? 'kept' : (found.result?.state ?? record.state);
          records.put({ ...record, ...found.result, accountId: record.accountId, usedBy, state });
        });
        allBytes.put(bytes, record.id);
      }),
    async change(id, change) {
      let changed: FileRecord | undefined;
      await write((records) => {
        const found = records.get(id) as IDBRequest<FileRecord | undefined>;
        found.addEventListener('success', () => {
          if (!found.result) return;
          changed = { ...found.result, ...change };
          records.put(changed);
        });
      });
      return changed;
    },
    remove: (ids, state) =>
      write((records, bytes) => {
        for (const id of ids) {
          const found = records.get(id) as IDBRequest<FileRecord | undefined>;
          found.addEventListener('success', () => {
            if (state !== undefined && found.result?.state !== state) return;
            records.delete(id);
            bytes.delete(id);
          });
        }
      }),
    close() {
      channel.close();
      database.close();
    },
  };
}
