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
  /** Records the files that a document names with this content: the first picture of each is sent before others. */
  use(content: object, usedBy: string): Promise<void>;
  /** Removes the files that only this form uses, except those that other forms name. @returns brings them back */
  drop(form: string, others: readonly object[]): Promise<() => Promise<void>>;
  /** Lets new documents be sent before the files that this content names. */
  publishNow(content: object): Promise<void>;
  /** Removes the files of an account that wait on this device. */
  discard(accountId: string): Promise<unknown>;
  /** Opens the queue if it is on the disk: a killed browser may have lost the mark that files wait. */
  load(): Promise<unknown>;
  /** Sends what waits until `ended` is aborted; further calls retry at once. Only the replicating tab calls it. */
  send(ended: AbortSignal): Promise<unknown>;
  /** How many files of an account wait. */
  count(accountId: string | undefined): Promise<number>;
  /** Whether the writes of a new product wait for pictures that it names. */
  holdsBack(record: OutboxRecord): boolean;
}

export type OpenFileQueue = Omit<FileQueue, 'load'>;

/** Local storage key; set while files may wait, so that pages without any load nothing. */
export const FILES_WAIT_KEY = 'nankeen.filesWait';

export const FILE_DATABASE = 'nankeen-files';

/** For a person whose file could not be added, because the browser could not fetch the code for it. */
export const PART_MISSING =
  'A part of the app could not be loaded. Check the connection, and choose the file again.';

export type FileList = Store<readonly QueuedFile[] | undefined>;

/** The queue, loaded with the first file. */
export function createLazyFileQueue(
  storage: Pick<Storage, 'getItem'>,
  openQueue: (files: FileList) => Promise<OpenFileQueue>,
): FileQueue {
  const files: FileList = createStore<readonly QueuedFile[] | undefined>(undefined);
  let opening: Promise<OpenFileQueue> | undefined;
  let queue: OpenFileQueue | undefined;

  async function open(): Promise<OpenFileQueue> {
    try {
      return (queue = await (opening ??= openQueue(files)));
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }
  const hasFiles = () => storage.getItem(FILES_WAIT_KEY) !== null;

  return {
    files: {
      read: files.read,
      subscribe(listener) {
        open().catch(() => undefined);
        return files.subscribe(listener);
      },
    },
    add: async (...use) => (await open()).add(...use),
    retry: async (id) => (await open()).retry(id),
    remove: async (id) => (await open()).remove(id),
    use: async (...use) => (hasFiles() ? (await open()).use(...use) : undefined),
    drop: async (...drop) => (hasFiles() ? (await open()).drop(...drop) : async () => undefined),
    publishNow: async (content) => (await open()).publishNow(content),
    discard: async (accountId) => hasFiles() && (await open()).discard(accountId),
    load: async () => (hasFiles() || (await isOnDisk())) && open(),
    send: async (ended) => hasFiles() && (await open()).send(ended),
    count: async (accountId) => (hasFiles() ? (await open()).count(accountId) : 0),
    // Until the queue is loaded, which the sender does before it wakes the push, any product may wait.
    holdsBack: (record) =>
      hasFiles() && record.collectionName === 'products' && (queue?.holdsBack(record) ?? true),
  };
}

async function isOnDisk(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === FILE_DATABASE);
}
