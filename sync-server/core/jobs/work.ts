import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import type { PlanProblem } from '#shared/migration/plan.ts';
import type { CommitView } from '../document-store.ts';
import type { DocumentKey, StoredDocument } from '../stored-document.ts';

/** The work on one document of a job. */
export interface Step {
  readonly key: DocumentKey;
  /** Whether its result is known to keep every rule of its collection, as the output of `decideDocument` does. */
  readonly isPrevalidated: boolean;
  /** Pure; reads only what its batch names. @param at ISO time of the commit */
  decide(view: Pick<CommitView, 'document'>, at: string): DecidedDocument;
}

/** Steps that are planned together or written in one commit. */
export interface Batch {
  readonly steps: readonly Step[];
  /** Every document that the steps read. */
  readonly reads: readonly DocumentKey[];
  /** Those of `reads` that were read to find the steps, in their state at that time. */
  readonly known: readonly StoredDocument[];
  /** The job's cursor after this batch. */
  readonly cursor: string;
  /** How many documents (in an undo: history entries) were processed for it. */
  readonly processed: number;
  /** Work that the steps would otherwise do inside the commit, in parts of a few milliseconds at most. */
  prepare?(): Iterable<unknown>;
  /** Called once the batch is committed. */
  written?(decided: readonly DecidedDocument[]): Promise<void>;
}

/** Shared by the plan and the job itself, so that a preview can't differ from the effect. */
export interface Work {
  /** The next batch after a cursor, which is empty at the start; `undefined` when nothing is left. */
  next(cursor: string): Promise<Batch | undefined>;
  /** Problems of what could not be processed at all. @param position documents or entries processed in total */
  conclude?(position: number): Promise<readonly PlanProblem[]>;
}

export const NOT_RENAMED: DecidedDocument['rename'] = {
  renamed: [],
  collisions: 0,
  lost: 0,
  isReordered: false,
};
