import type { ReadableStore } from '#pwa/create-store.ts';
import type { Bucket } from '#shared/api/file-storage.ts';

/** `sending`: pieces are on their way; `processing`: the server makes the sizes; `no-room`: the server's storage is full. */
export type FileState =
  'preparing' | 'kept' | 'sending' | 'processing' | 'stored' | 'refused' | 'no-room' | 'signed-out';

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
  /** Why it was refused, as a sentence. */
  readonly reason?: string;
  /** Documents or unsent forms that name it: `products|{id}`. */
  readonly usedBy: readonly string[];
  readonly accountId?: string;
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
  /** Files not stored yet, oldest first; `undefined` until loaded. */
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
  /** Records that a document names a file: a new document waits until its files are stored. */
  use(id: string, usedBy: string): Promise<void>;
}
