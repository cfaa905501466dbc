import type { ConflictChoice, WriteMode } from './job-spec.ts';
import type { PlanAction, PlanProblem } from './plan.ts';
import type { RenamedDocument } from './rename-fields.ts';
import type { CompiledRename } from './rename-walk.ts';
import type { Condition } from './where.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The state of a document in the source or target; the server's stored documents have this shape. */
export interface DocumentState {
  /** Without `writeId`, `sync` and `_deleted`. */
  readonly data: Fields;
  /** A deleted document keeps the data it had before. */
  readonly deleted: boolean;
  /** The stored bytes differ from the written ones. */
  readonly isDamaged?: true;
  /** Empty for a document from a file. */
  readonly writeId: string;
  /** ISO time of the last change, if known. */
  readonly updatedAt: string | undefined;
}

export interface DocumentPair {
  readonly id: string;
  /** Missing if only the target has the document (`replace-all`). */
  readonly source: DocumentState | undefined;
  /** The target's current state; ignored for a rename, whose target is the source. */
  readonly target: DocumentState | undefined;
  /** ISO time: the `createdAt` of a new document that lacks one, in a collection with a schema. */
  readonly at: string;
}

/** What a job does with one document. */
export interface DecidedDocument {
  readonly id: string;
  readonly action: PlanAction;
  /** The target's content before, if it exists and is not deleted; null otherwise. */
  readonly before: Fields | null;
  /** The content to write; null except for `create`, `replace` and `merge`. */
  readonly after: Fields | null;
  /** Reasons for the rejection; with `skip`, the collisions. */
  readonly problems: readonly PlanProblem[];
  readonly rename: Pick<RenamedDocument, 'renamed' | 'collisions' | 'lost' | 'isReordered'>;
  readonly source: DocumentState | undefined;
  readonly target: DocumentState | undefined;
}

/** A job specification compiled for many documents. */
export interface CompiledJob {
  readonly kind: 'rename' | 'copy' | 'import';
  /** The collection to write to. */
  readonly target: string;
  readonly mode: WriteMode;
  readonly onConflict: ConflictChoice;
  readonly isIncluded: Condition;
  readonly rename: CompiledRename | undefined;
}
