import type { Bucket } from '#shared/api/file-storage.ts';
import type { OutboxRecord } from '../sync/outbox-record.ts';
import { createStore, type ReadableStore, type Store } from '#pwa/create-store.ts';

/** `sending`: pieces are on their way; `processing`: the server makes the sizes; `no-room`: the server's storage is full. */
export type FileState = 'kept' | 'sending' | 'processing' | 'refused' | 'no-room' | 'signed-out';

/** A file picked on this device, until the server has stored it. */
export interface QueuedFile {
  readonly id: string;
  readonly bucket: Bucket;
  /** The picked file's own name. */
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly sentBytes: number;
  readonly state: FileState;
  /** Why it was refused or could not be sent yet, as a sentence. */
  readonly reason?: string | undefined;
  /** Documents or unsent forms that name it: `products|{id}`. */
  readonly usedBy: readonly string[];
  /** Whether a new document that names it waits for it. */
  readonly isAwaited: boolean;
  readonly accountId?: string | undefined;
  /** ISO time. */
  readonly addedAt: string;
}

/** A kept file. */
export interface AddedFile {
  readonly id: string;
  /** Its final address, known before it is sent; this device shows it at once. */
  readonly address: string;
}

/** Files that wait to be sent, kept in IndexedDB. */
export interface FileQueue {
  /** Files not stored yet, those of other accounts too, oldest first; `undefined` until loaded. */
  readonly files: ReadableStore<readonly QueuedFile[] | undefined>;
  /**
   * Checks and prepares a file on the device, keeps it, and wakes the sender.
   * @param usedBy the document that will name it: `products|{id}`
   * @throws StorageError with a sentence for the person
   */
  add(file: File, use: { readonly bucket: Bucket; readonly usedBy?: string }): Promise<AddedFile>;
  /** Tries a refused file, or one that waits, again at once. */
  retry(id: string): Promise<void>;
  /** Removes a file that no form or document needs any more. */
  remove(id: string): Promise<void>;
  /** Records that a document names a file: the first picture of each is sent before others. */
  use(id: string, usedBy: string): Promise<void>;
  /** Lets new documents be sent before the files that this content names. */
  publishNow(content: object): Promise<void>;
  /** Removes the files of an account that wait on this device. */
  discard(accountId: string): Promise<void>;
  /** Sends what waits until `ended` is aborted; further calls retry at once. Only the replicating tab calls it. */
  send(ended: AbortSignal): Promise<void>;
}

/** The files that a new document with this content waits for. */
export function findAwaited(files: readonly QueuedFile[], content: object): readonly QueuedFile[] {
  const text = JSON.stringify(content);
  return files.filter(({ id, isAwaited }) => isAwaited && text.includes(id));
}

/** The queue as pages have it: loaded with the first file. */
export interface LazyFileQueue extends FileQueue {
  /** Whether the writes of a new product wait for pictures that it names. */
  holdsBack(record: OutboxRecord): boolean;
  /** How many files of an account wait. */
  count(accountId: string | undefined): Promise<number>;
}

/** Local storage key; set while files wait, so that pages without any load nothing. */
const WAITING_KEY = 'nankeen.filesWait';

export type FileList = Store<readonly QueuedFile[] | undefined>;

export function createLazyFileQueue(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  openQueue: (files: FileList) => Promise<FileQueue>,
): LazyFileQueue {
  const files: FileList = createStore<readonly QueuedFile[] | undefined>(undefined);
  let opening: Promise<FileQueue> | undefined;

  files.subscribe(() => {
    if (files.read()?.length === 0) storage.removeItem(WAITING_KEY);
    else storage.setItem(WAITING_KEY, '1');
  });

  const open = () =>
    (opening ??= openQueue(files).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  const hasFiles = () => storage.getItem(WAITING_KEY) !== null;

  return {
    files: {
      read: files.read,
      subscribe(listener) {
        void open().catch(() => undefined);
        return files.subscribe(listener);
      },
    },
    async add(...use) {
      storage.setItem(WAITING_KEY, '1');
      return (await open()).add(...use);
    },
    retry: async (id) => (await open()).retry(id),
    remove: async (id) => (await open()).remove(id),
    use: async (...use) => (await open()).use(...use),
    publishNow: async (content) => (await open()).publishNow(content),
    discard: async (accountId) => {
      if (hasFiles()) await (await open()).discard(accountId);
    },
    send: async (ended) => {
      if (hasFiles()) await (await open()).send(ended);
    },
    async count(accountId) {
      if (!hasFiles()) return 0;
      await open();
      return files.read()?.filter((file) => file.accountId === accountId).length ?? 0;
    },
    holdsBack({ collectionName, base, trail }) {
      const newest = trail.at(-1);
      const isNewProduct = collectionName === 'products' && base === null && newest?.deleted === false;
      if (!isNewProduct || !hasFiles()) return false;
      const waiting = files.read();
      // Not known yet: the sender loads the files and wakes the push.
      return waiting === undefined || findAwaited(waiting, newest.data).length > 0;
    },
  };
}
