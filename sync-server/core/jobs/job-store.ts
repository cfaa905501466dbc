import type { Actor } from '#shared/access/actor.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { JobState } from '#shared/migration/job.ts';
import type { ImportReport, PlanCounts, PlanProblem } from '#shared/migration/plan.ts';
import type { ReadSide } from '#shared/migration/read-failures.ts';
import type { HistoryRow, StoredDocument } from '../stored-document.ts';

export interface TouchedCollections {
  readonly writes: string;
  /** The collection it reads; same as `writes` if it reads no other. */
  readonly reads: string;
}

/** Who works on a running job. */
export interface JobHold {
  /** Name of a node, or of the process where one process has the store. */
  readonly holder: string;
  /** Epoch milliseconds by `JobStore.now`. Absent where one process has the store: such a hold ends with its process. */
  readonly heldUntil?: number;
  /** In whose name another node goes on. */
  readonly actor?: Actor;
  readonly touched: TouchedCollections;
}

/** A stored job. Its problems are stored separately. */
export interface JobRecord {
  readonly id: string;
  readonly spec: JobSpec;
  readonly state: JobState;
  /** Documents processed so far. */
  readonly position: number;
  readonly total: number | null;
  readonly counts: PlanCounts;
  /** Total number; the first 1,000 are stored. */
  readonly problemCount: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly startedBy: string;
  readonly message: string | null;
  /** The side that could not be read, when a failed read stopped the job. */
  readonly failedRead?: ReadSide | undefined;
  readonly undoneBy: string | null;
  /** A job that was cancelled after it had undone some of this one. */
  readonly partlyUndoneBy?: string | undefined;
  /** For an import whose file was read. */
  readonly import?: ImportReport;
  /** Where the job continues, in a format of its kind; empty at the start. */
  readonly cursor: string;
  /** The last one; it counts while the job is `running`. */
  readonly hold?: JobHold;
}

/** Job changes that are written in the same transaction as a decision's documents. */
export interface JobProgress {
  /** The job's new record. The decision's history entries are attributed to this job. */
  readonly job: JobRecord;
  /** Problems to add to the stored ones. */
  readonly problems: readonly PlanProblem[];
  /** New records of other jobs that change with it. */
  readonly others: readonly JobRecord[];
}

/** Reads jobs; only commits write them. */
export interface JobStore {
  /** Epoch milliseconds, by one clock for all nodes. */
  now(): Promise<number>;
  read(id: string): Promise<JobRecord | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly JobRecord[]>;
  count(): Promise<number>;
  /** Jobs in one of these states, oldest first. */
  inStates(states: readonly JobState[]): Promise<readonly JobRecord[]>;
  /** In order of detection. */
  problems(id: string): Promise<readonly PlanProblem[]>;
  /** How many entries a job wrote, including those that compaction has removed since. */
  countEntries(id: string): Promise<number>;
  /** The entries that a job wrote after a sequence, in sequence order. */
  entries(id: string, after: number, limit: number): Promise<readonly WrittenEntry[]>;
}

/** An entry that a job wrote, with its neighbours in the document's history. */
export interface WrittenEntry {
  readonly entry: HistoryRow;
  /** Whether the same job wrote the document again later. */
  readonly isFollowed: boolean;
  /** The newest earlier entry that is not the job's, unless `isFollowed`; `undefined` where there is none. */
  readonly before: HistoryRow | undefined;
  /** The document's current state. */
  readonly current: StoredDocument | undefined;
}
