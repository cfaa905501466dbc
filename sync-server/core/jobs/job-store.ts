import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { JobState } from '#shared/migration/job.ts';
import type { ImportReport, PlanCounts, PlanProblem } from '#shared/migration/plan.ts';
import type { ReadSide } from '#shared/migration/read-failures.ts';
import type { HistoryRow, StoredDocument } from '../document-store.ts';

/** A job as it is kept. Its problems are kept beside it. */
export interface JobRecord {
  readonly id: string;
  readonly spec: JobSpec;
  readonly state: JobState;
  /** Documents looked at so far. */
  readonly position: number;
  readonly total: number | null;
  readonly counts: PlanCounts;
  /** All of them; the first thousand are kept. */
  readonly problemCount: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly startedBy: string;
  readonly message: string | null;
  /** The side that could not be read, when a failed read stopped the job. */
  readonly failedRead?: ReadSide | undefined;
  readonly undoneBy: string | null;
  /** Of an import whose file was read. */
  readonly import?: ImportReport;
  /** Where it goes on, as its kind notes it; empty at the beginning. */
  readonly cursor: string;
}

/** What a decision changes of jobs, in the same transaction as its documents. */
export interface JobProgress {
  /** As it is now. What the decision writes to history is noted as this job's. */
  readonly job: JobRecord;
  /** To be kept besides those there are. */
  readonly problems: readonly PlanProblem[];
  /** Others that change along, as they are now. */
  readonly others: readonly JobRecord[];
}

/** What is read of jobs; they are written by commits alone. */
export interface JobStore {
  read(id: string): Promise<JobRecord | undefined>;
  /** The newest first. */
  list(limit: number): Promise<readonly JobRecord[]>;
  count(): Promise<number>;
  /** In one of these states, the oldest first. */
  inStates(states: readonly JobState[]): Promise<readonly JobRecord[]>;
  /** In the order they were found. */
  problems(id: string): Promise<readonly PlanProblem[]>;
  /** How many entries a job wrote, those that compaction has removed since included. */
  countEntries(id: string): Promise<number>;
  /** What a job wrote, above a sequence, in sequence order. */
  entries(id: string, after: number, limit: number): Promise<readonly WrittenEntry[]>;
}

/** An entry that a job wrote, and what stands around it in its document's history. */
export interface WrittenEntry {
  readonly entry: HistoryRow;
  /** Whether the job itself has written the document again later. */
  readonly isFollowed: boolean;
  /** The newest entry below it that isn't the job's, as long as it isn't followed; `undefined` where there is none. */
  readonly before: HistoryRow | undefined;
  /** The document as it stands. */
  readonly current: StoredDocument | undefined;
}
