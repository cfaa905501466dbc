import type { Audience, ReadScope } from '#shared/access/decide-access.ts';
import type { Owner } from '#shared/access/actor.ts';
import type { Checksum } from '#shared/sync/checksum.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { VerdictKind } from '#shared/sync/messages.ts';
import type { JobProgress, JobRecord, JobStore } from './jobs/job-store.ts';

/** A person's content with its id and `createdAt`, never `writeId`, `sync` or `_deleted`. */
export type DocumentData = Readonly<Record<string, unknown>>;

export interface DocumentKey {
  readonly collection: string;
  readonly id: string;
}

/** The newest state of a document. A deleted one keeps the data of its last living state. */
export interface StoredDocument extends DocumentKey {
  readonly sequence: number;
  readonly writeId: string;
  readonly deleted: boolean;
  readonly owner: Owner | undefined;
  readonly audience: Audience;
  readonly data: DocumentData;
  /** What is stored is not what was written; `data` is empty. */
  readonly isDamaged?: true;
  /** ISO time of the newest history entry; the next one is later. */
  readonly updatedAt: string;
  readonly updatedBy: string;
}

export type Operation = 'create' | 'update' | 'delete' | 'coalesced';

/** One line of the append-only history, the single copy of every payload. */
export interface HistoryRow extends DocumentKey {
  readonly sequence: number;
  readonly at: string;
  /** The device's own time of the write. */
  readonly madeAt: string | undefined;
  readonly operation: Operation;
  readonly writeId: string;
  readonly data: DocumentData;
  /** As a document's. */
  readonly isDamaged?: true;
  readonly updatedBy: string;
  readonly device: string | undefined;
}

/** A document whose content is still the text it is stored as: it can go out without being parsed. */
export interface TextDocument extends Omit<StoredDocument, 'data'> {
  /** The JSON object of its data. */
  readonly json: string;
}

/** Where a write stands in history, and whose it was. */
export type KnownWrite = DocumentKey & Pick<HistoryRow, 'updatedBy' | 'device'>;

/** What the server once said of a write that isn't in history, kept so that it can say the same again. */
export interface StoredVerdict extends DocumentKey {
  readonly writeId: string;
  readonly owner: string;
  readonly verdict: Exclude<VerdictKind, 'conflict'>;
  readonly code?: DocumentErrorCode;
  readonly message?: string;
  readonly path?: string;
}

/** A refused write with the content it carried. */
export interface Rejection extends DocumentKey {
  readonly writeId: string;
  readonly code: DocumentErrorCode;
  readonly message: string;
  readonly path: string;
  readonly payload: DocumentData;
}

/** A refused write as it is kept, for as long as verdicts are. */
export interface KeptRejection extends Rejection {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who made it; `undefined` where that isn't known any more. */
  readonly owner: string | undefined;
}

export interface RejectionQuery {
  /** Missing for all. */
  readonly collection?: string | undefined;
  /** Missing for all. */
  readonly writeId?: string | undefined;
  readonly limit: number;
}

/** A document has left the view of an audience with the write of this sequence. */
export interface Eviction extends DocumentKey {
  readonly sequence: number;
  /** The audience it had before. */
  readonly audience: Audience;
}

/** What a decision may look at; everything it needs is named before the transaction begins. */
export interface CommitScope {
  readonly documents: readonly DocumentKey[];
  readonly writeIds: readonly string[];
  /** States of some of the documents as they were read before; one that still stands needn't be read again. */
  readonly known?: readonly StoredDocument[];
  /** Ids of jobs. */
  readonly jobs?: readonly string[];
}

export interface CommitView {
  /** As the store's. */
  readonly epoch: string;
  /** The global sequence of the newest entry; new entries go on from there. */
  readonly sequence: number;
  document(key: DocumentKey): StoredDocument | undefined;
  verdict(writeId: string): StoredVerdict | undefined;
  /** A write that already stands in history. */
  write(writeId: string): KnownWrite | undefined;
  job(id: string): JobRecord | undefined;
  /** All jobs that renamed fields of a collection and aren't undone, in the order they were begun. */
  renames(collection: string): readonly JobRecord[];
  /**
   * The states before a document's entry, the newest first, from which these jobs alone have led to it, each with the
   * job that changed it.
   */
  renamedFrom(sequence: number, jobs: readonly string[]): readonly RenamedState[];
}

export interface RenamedState {
  readonly writeId: string;
  readonly job: string;
}

/** What a decision writes: all of it in one transaction, or none. */
export interface Decision<Result> {
  /** In sequence order, numbered on from `view.sequence`; all by one person on one device. */
  readonly history: readonly HistoryRow[];
  /** Documents whose newest state these entries are. */
  readonly documents: readonly StoredDocument[];
  readonly verdicts: readonly StoredVerdict[];
  readonly rejections: readonly Rejection[];
  readonly evictions: readonly Eviction[];
  readonly progress?: JobProgress;
  readonly result: Result;
}

/** Told to listeners after a commit: which audiences of which collections have something new, or something less. */
export interface CommitEvent {
  readonly sequence: number;
  readonly touched: readonly { readonly collection: string; readonly audience: Audience }[];
  /** One of many that a job makes, one after the other. */
  readonly isOfJob?: true;
}

export interface ChangesQuery {
  readonly collection: string;
  readonly scope: ReadScope;
  readonly after: number;
  readonly limit: number;
}

/** An eviction that holds still: its document is seen through no audience of the reader's scope. */
export interface EvictedState extends Eviction {
  /** Of the write that took the document away. */
  readonly writeId: string;
  readonly at: string;
}

export interface ChangesPage {
  /** Newest states in sequence order, tombstones among them. */
  readonly documents: readonly TextDocument[];
  /** In sequence order; they and the documents together are at most the limit, the lowest sequences first. */
  readonly evictions: readonly EvictedState[];
  /** The store's newest sequence, read in the same transaction. */
  readonly newest: number;
  /** The highest sequence compaction has removed; whoever stands below it must start over. 0 when nothing was. */
  readonly purgeHorizon: number;
}

export interface ListQuery {
  readonly collection: string;
  readonly scope: ReadScope;
  /** Ids above this one only; empty for all. */
  readonly afterId: string;
  readonly limit: number;
  /** Ends early, with the document whose text reaches this length of all together; then only an empty list is the end. */
  readonly maxCharacters?: number;
  /** Also those that are deleted. */
  readonly withDeleted?: boolean;
}

export interface CollectionCount {
  readonly name: string;
  /** Without deleted ones. */
  readonly documents: number;
  readonly deleted: number;
  readonly history: number;
  /** Of the newest states' content, deleted ones included, in UTF-8. */
  readonly bytes: number;
  /** ISO time of its newest write. */
  readonly lastChange: string | null;
}

export type StoreTrouble = 'disk-full' | 'disk-error' | 'read-only' | 'locked';

/**
 * The store port. `decide` is pure and synchronous: the adapter reads what the scope names, calls it inside the
 * transaction, writes what it returns, and tells listeners only after the commit is durable.
 */
export interface DocumentStore {
  /** Id of this lifetime of the data; a restored backup gets a new one. */
  readonly epoch: string;
  /** Earlier lives of these data that a restore has ended: epoch → newest sequence that outlived it. */
  readonly restoredTo?: ReadonlyMap<string, number>;
  readonly jobs: JobStore;
  commit<Result>(scope: CommitScope, decide: (view: CommitView) => Decision<Result>): Promise<Result>;
  newestSequence(): Promise<number>;
  read(key: DocumentKey): Promise<StoredDocument | undefined>;
  /** Of each key its document, where there is one. */
  readAll(keys: readonly DocumentKey[]): Promise<readonly StoredDocument[]>;
  /** One page of changes, read in one transaction and full unless the scope's changes are exhausted. */
  changesSince(query: ChangesQuery): Promise<ChangesPage>;
  /** Documents, living unless asked otherwise, ordered by the bytes of their id in UTF-8. */
  list(query: ListQuery): Promise<readonly TextDocument[]>;
  /** Which living documents a scope holds in which states, and the newest sequence of that moment. */
  checksum(collection: string, scope: ReadScope): Promise<Checksum & { readonly sequence: number }>;
  /** Every document of an owner, deleted ones too. */
  ownedBy(owner: Owner): Promise<readonly DocumentKey[]>;
  /** Newest first; `before` is the `at` of the last one seen. */
  history(key: DocumentKey, before: string | undefined, limit: number): Promise<readonly HistoryRow[]>;
  /** Refused writes with their content, the newest first. */
  rejections(query: RejectionQuery): Promise<readonly KeptRejection[]>;
  /** Of the collections that hold anything, deleted documents included, by name. Answered at once, however much they hold. */
  collections(): Promise<readonly CollectionCount[]>;
  onCommit(listener: (event: CommitEvent) => void): () => void;
  /** Why nothing could be stored lately; `undefined` as soon as a write has succeeded again. */
  trouble?(): StoreTrouble | undefined;
  close(): Promise<void>;
}
