import type { Bucket } from '#shared/api/file-storage.ts';

/** `received`: all bytes have arrived and its pictures are due. */
export type FileState = 'received' | 'stored' | 'refused';

export interface FileRow {
  /** See `FILE_ID`. */
  readonly id: string;
  readonly bucket: Bucket;
  readonly state: FileState;
  /** Why it was refused. */
  readonly reason: string | null;
  /** Size of the sent bytes; of everything served under its address once stored; 0 if refused. */
  readonly bytes: number;
  /** Pixels; `null` for documents and until stored. */
  readonly width: number | null;
  readonly height: number | null;
  /** The account that sent it; `null` for the admin. */
  readonly by: string | null;
  /** When it was last sent, in epoch milliseconds. */
  readonly at: number;
  readonly storedAt: number | null;
}

/** A document that names a file, or named it. */
export interface FileUse {
  readonly fileId: string;
  readonly collection: string;
  readonly documentId: string;
  /** Epoch milliseconds until history can bring the name back; `null` while the document names it. */
  readonly until: number | null;
}

/**
 * Rows of the files in the data folder, each call in one transaction. The document store's commits keep the uses, in the
 * same transaction.
 */
export interface FileStore {
  find(id: string): Promise<FileRow | undefined>;
  /** Adds or replaces a row. */
  put(row: FileRow): Promise<void>;
  /** Stores the result of `decide`, unless there is no such row. @returns the row afterwards */
  change(id: string, decide: (row: FileRow) => FileRow): Promise<FileRow | undefined>;
  remove(id: string): Promise<void>;
  /** Removes the row of a file that no document names. @returns whether there was one */
  removeUnnamed(id: string): Promise<boolean>;
  /** All files, or those in one state, in the order they were sent. */
  list(state?: FileState): Promise<readonly FileRow[]>;
  /** How many files are in a state. */
  count(state: FileState): Promise<number>;
  /** Of all files, or those of one bucket, or those in it that one account sent. */
  totalBytes(bucket?: Bucket, by?: string): Promise<number>;
  /** All uses, or those of one file. */
  uses(id?: string): Promise<readonly FileUse[]>;
  /** Removes the rows of files that nothing has used and nobody has sent since a time. @returns their ids */
  removeUnused(since: number): Promise<readonly string[]>;
}

/** Collections whose documents name files. */
export const FILE_COLLECTIONS: readonly string[] = ['products', 'templates', 'profiles'];
