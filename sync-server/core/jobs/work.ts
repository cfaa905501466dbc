import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import type { PlanProblem } from '#shared/migration/plan.ts';
import type { CommitView, DocumentKey, StoredDocument } from '../document-store.ts';

/** One document of a job. */
export interface Step {
  readonly key: DocumentKey;
  /** Whether what it decides to write keeps every rule of its collection, as what `decideDocument` says does. */
  readonly isPrevalidated: boolean;
  /** Pure; looks at nothing but what its batch reads. @param at ISO time of the commit */
  decide(view: Pick<CommitView, 'document'>, at: string): DecidedDocument;
}

/** Steps that are planned, or written in one commit, together. */
export interface Batch {
  readonly steps: readonly Step[];
  /** Every document the steps look at. */
  readonly reads: readonly DocumentKey[];
  /** Those of them that were read in search of the steps, as they were then. */
  readonly known: readonly StoredDocument[];
  /** Where the job stands behind it. */
  readonly cursor: string;
  /** How many documents, or in an undo entries of history, were looked at for it. */
  readonly looked: number;
  /** Called once the batch is committed. */
  written?(decided: readonly DecidedDocument[]): Promise<void>;
}

/** The same for a plan and for the job itself, so that a preview can't differ from the effect. */
export interface Work {
  /** The next batch behind a cursor, empty at the beginning; `undefined` when nothing is left. */
  next(cursor: string): Promise<Batch | undefined>;
  /** What could not be looked at at all. @param position documents or entries looked at, to the end */
  conclude?(position: number): Promise<readonly PlanProblem[]>;
}

export const NOT_RENAMED: DecidedDocument['rename'] = {
  renamed: [],
  collisions: 0,
  lost: 0,
  isReordered: false,
};
