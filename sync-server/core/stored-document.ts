import type { Audience } from '#shared/access/decide-access.ts';
import type { Owner } from '#shared/access/actor.ts';

/** A person's content with its id and `createdAt`, never with `writeId`, `sync` or `_deleted`. */
export type DocumentData = Readonly<Record<string, unknown>>;

export interface DocumentKey {
  readonly collection: string;
  readonly id: string;
}

/** The newest state of a document. A deleted document keeps the data of its last state before the deletion. */
export interface StoredDocument extends DocumentKey {
  readonly sequence: number;
  readonly writeId: string;
  readonly deleted: boolean;
  readonly owner: Owner | undefined;
  readonly audience: Audience;
  readonly data: DocumentData;
  /** The stored content fails its checksum; `data` is empty. */
  readonly isDamaged?: true;
  /** ISO time of the newest history entry; the next entry is later. */
  readonly updatedAt: string;
  readonly updatedBy: string;
}

export type Operation = 'create' | 'update' | 'delete' | 'coalesced';

/** One entry of the append-only history, which is the only copy of every payload. */
export interface HistoryRow extends DocumentKey {
  readonly sequence: number;
  readonly at: string;
  /** The device's own time of the write. */
  readonly madeAt: string | undefined;
  readonly operation: Operation;
  readonly writeId: string;
  readonly data: DocumentData;
  /** The stored content fails its checksum; `data` is empty. */
  readonly isDamaged?: true;
  readonly updatedBy: string;
  readonly device: string | undefined;
}
