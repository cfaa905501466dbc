import type { Audience, ReadScope } from '#shared/access/decide-access.ts';
import type { Owner } from '#shared/access/actor.ts';
import type { InboxEntry } from '#shared/collections/inbox.ts';
import type { Checksum } from '#shared/sync/checksum.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type { VerdictKind } from '#shared/sync/messages.ts';
import type { DocumentData, DocumentKey, StoredDocument, HistoryRow } from './stored-document.ts';
import type { JobProgress, JobRecord, JobStore } from './jobs/job-store.ts';

/** A document whose content is still stored text: it can be sent without being parsed. */
export interface TextDocument extends Omit<StoredDocument, 'data'> {
  /** The JSON object of its data. */
  readonly json: string;
}

/** A write in history: its document and its author. */
export type KnownWrite = DocumentKey & Pick<HistoryRow, 'updatedBy' | 'device'>;

/** The verdict on a write that is not in history, kept so that it can be replayed. */
export interface StoredVerdict extends DocumentKey {
  readonly writeId: string;
  readonly owner: string;
  readonly verdict: Exclude<VerdictKind, 'conflict'>;
  readonly code?: DocumentErrorCode;
  readonly message?: string;
  readonly path?: string;
}

/** A rejected write with its content. */
export interface Rejection extends DocumentKey {
  readonly writeId: string;
  readonly code: DocumentErrorCode;
  readonly message: string;
  readonly path: string;
  readonly payload: DocumentData;
}

/** A stored rejection, kept until compaction removes it. */
export interface StoredRejection extends Rejection {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Its author; `undefined` once the verdict was removed. */
  readonly owner: string | undefined;
}

export interface RejectionQuery {
  /** Omit for all. */
  readonly collection?: string | undefined;
  /** Omit for all. */
  readonly writeId?: string | undefined;
  readonly limit: number;
}

/** A document left an audience's view with the write of this sequence. */
export interface Eviction extends DocumentKey {
  readonly sequence: number;
  /** The audience it had before. */
  readonly audience: Audience;
}

/** Everything that a decision may read, named before the transaction begins. */
export interface CommitScope {
  /** The view also has what inbox documents among them are about. */
  readonly documents: readonly DocumentKey[];
  readonly writeIds: readonly string[];
  /** States of some of the documents, read earlier; the store skips reading those that are still current. */
  readonly known?: readonly StoredDocument[];
  /** Ids of jobs. */
  readonly jobs?: readonly string[];
  /** Whether the view also has the open jobs. */
  readonly openJobs?: true;
}

export interface CommitView {
  /** The store's current epoch. */
  readonly epoch: string;
  /** The global sequence of the newest entry; new entries are numbered on from it. */
  readonly sequence: number;
  document(key: DocumentKey): StoredDocument | undefined;
  verdict(writeId: string): StoredVerdict | undefined;
  /** A write that is already in history. */
  write(writeId: string): KnownWrite | undefined;
  job(id: string): JobRecord | undefined;
  /** All jobs in state `running`, oldest first, also those that nobody works on any more. */
  openJobs(): readonly JobRecord[];
  /** Ids of the products, not deleted, whose first price entry has this price id. */
  productsWithPrice(priceId: string): readonly string[];
  /** All jobs that renamed fields of a collection and are not undone, in the order they began. */
  renames(collection: string): readonly JobRecord[];
  /**
   * The earlier states of a document, newest first, that these jobs alone have turned into the entry of this sequence;
   * each with the job that changed it.
   */
  renamedFrom(sequence: number, jobs: readonly string[]): readonly RenamedState[];
}

export interface RenamedState {
  readonly writeId: string;
  readonly job: string;
}

/** News of a document that is mailed to a person. */
export type Notice =
  | { readonly kind: 'order-accepted' | 'order-sent' | 'enquiry'; readonly document: StoredDocument }
  /** `document`: the enquiry that a reply of the staff is about. */
  | { readonly kind: 'reply'; readonly document: StoredDocument; readonly reply: InboxEntry };

/** What a decision writes, all in one transaction or not at all. */
export interface Decision<Result> {
  /** In sequence order, numbered on from `view.sequence`; all by one author on one device. */
  readonly history: readonly HistoryRow[];
  /** The documents' newest states, which these entries hold. */
  readonly documents: readonly StoredDocument[];
  readonly verdicts: readonly StoredVerdict[];
  readonly rejections: readonly Rejection[];
  readonly evictions: readonly Eviction[];
  /** Documents that cause a mail, which is queued in the same transaction. */
  readonly notices?: readonly Notice[];
  readonly progress?: JobProgress;
  readonly result: Result;
}

/** Sent to listeners after a commit: the audiences and collections with changes or evictions. */
export interface CommitEvent {
  readonly sequence: number;
  readonly touched: readonly { readonly collection: string; readonly audience: Audience }[];
  /** One of a job's many consecutive commits. */
  readonly isOfJob?: true;
  /** Absent if the commit deleted no document. */
  readonly deletes?: CommittedDeletes;
}

export interface CommittedDeletes {
  readonly count: number;
  readonly updatedBy: string;
  readonly device: string | undefined;
}

export interface ChangesQuery {
  readonly collection: string;
  readonly scope: ReadScope;
  readonly after: number;
  readonly limit: number;
  /** Characters of documents above which a page ends that has more than `LEAST_PAGE_DOCUMENTS` of them. */
  readonly maxCharacters?: number;
}

/** An eviction still in force: no audience in the reader's scope sees the document. */
export interface EvictedState extends Eviction {
  /** Of the write that removed the document from view. */
  readonly writeId: string;
  readonly at: string;
}

export interface ChangesPage {
  /** Newest states in sequence order, tombstones among them. */
  readonly documents: readonly TextDocument[];
  /** In sequence order. Documents and evictions together are at most the limit, lowest sequences first. */
  readonly evictions: readonly EvictedState[];
  /** Whether it ended at `maxCharacters`. */
  readonly isCut: boolean;
  /** The store's newest sequence, read in the same transaction. */
  readonly newest: number;
  /** The highest sequence that compaction has removed, 0 for none; a reader below it must start over. */
  readonly purgeHorizon: number;
}

export interface ListQuery {
  readonly collection: string;
  readonly scope: ReadScope;
  /** Only ids above this one; empty for all. */
  readonly afterId: string;
  readonly limit: number;
  /**
   * Ends the page early, with the document at which all texts reach this length; then only an empty list is the end.
   */
  readonly maxCharacters?: number;
  /** Includes deleted documents. */
  readonly withDeleted?: boolean;
}

export interface NewestQuery {
  readonly collection: string;
  /** Deleted documents instead of the others. */
  readonly deleted: boolean;
  /** Only below this sequence; `Infinity` for all. */
  readonly before: number;
  readonly limit: number;
}

export interface CollectionCount {
  readonly name: string;
  /** Number of documents, deleted ones excluded. */
  readonly documents: number;
  readonly deleted: number;
  readonly history: number;
  /** Content of the newest states in UTF-8, deleted documents included. */
  readonly bytes: number;
  /** ISO time of its newest write. */
  readonly lastChange: string | null;
}

/** Entries in the history of an owner's documents, and their content in UTF-8 bytes. */
export interface StoredAmount {
  readonly writes: number;
  readonly bytes: number;
}

export type StoreFailure = 'disk-full' | 'disk-error' | 'read-only' | 'locked' | 'unreachable' | 'standby';

/**
 * The store port. `decide` is pure and synchronous: the adapter reads what the scope names, calls `decide` inside the
 * transaction, writes what it returns, and calls listeners only after the commit is durable.
 */
export interface DocumentStore {
  /** Id of the data's current epoch; a restored backup begins a new one. */
  readonly epoch: string;
  /** Earlier epochs that a restore ended: epoch → newest sequence that survived it. */
  readonly restoredTo?: ReadonlyMap<string, number>;
  readonly jobs: JobStore;
  commit<Result>(scope: CommitScope, decide: (view: CommitView) => Decision<Result>): Promise<Result>;
  newestSequence(): Promise<number>;
  /** The newest sequence that this process knows of, at once and whether or not the database answers. */
  lastKnownSequence(): number;
  read(key: DocumentKey): Promise<StoredDocument | undefined>;
  /** The documents of these keys that exist. */
  readAll(keys: readonly DocumentKey[]): Promise<readonly StoredDocument[]>;
  /** One page of changes, read in one transaction and full unless the scope's changes are exhausted. */
  changesSince(query: ChangesQuery): Promise<ChangesPage>;
  /** Documents ordered by their id's UTF-8 bytes; without deleted ones by default. */
  list(query: ListQuery): Promise<readonly TextDocument[]>;
  /** Documents of all audiences, the last changed or deleted first. */
  newest(query: NewestQuery): Promise<readonly TextDocument[]>;
  /** Checksum of the ids and states of a scope's documents (not deleted), with the newest sequence at that moment. */
  checksum(collection: string, scope: ReadScope): Promise<Checksum & { readonly sequence: number }>;
  /** Every document of an owner, deleted ones included. */
  ownedBy(owner: Owner): Promise<readonly DocumentKey[]>;
  /** What the documents of an owner take, their whole history included; counting stops at `most` entries. */
  storedBy(owner: Owner, most: number): Promise<StoredAmount>;
  /** Newest first; `before` is the `at` of the last entry read. */
  history(key: DocumentKey, before: string | undefined, limit: number): Promise<readonly HistoryRow[]>;
  /** Rejected writes with their content, newest first. */
  rejections(query: RejectionQuery): Promise<readonly StoredRejection[]>;
  countRejections(): Promise<number>;
  /** Counts of all collections with documents, deleted ones included, by name. Fast however much they hold. */
  collections(): Promise<readonly CollectionCount[]>;
  onCommit(listener: (event: CommitEvent) => void): () => void;
  /** Why recent writes failed; `undefined` once a write has succeeded again. */
  failure?(): StoreFailure | undefined;
  /** After a failure, tries to write again. @returns why writes fail; `undefined` if they succeed */
  probe?(): Promise<StoreFailure | undefined>;
  close(): Promise<void>;
}
