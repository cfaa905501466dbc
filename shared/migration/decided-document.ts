import type { ConflictChoice, WriteMode } from './job-spec.ts';
import type { PlanAction, PlanProblem } from './plan.ts';
import type { RenamedDocument } from './rename-fields.ts';
import type { CompiledRename } from './rename-walk.ts';
import type { Condition } from './where.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A document as one side has it; the server's stored documents are of this shape. */
export interface DocumentState {
  /** Without `writeId`, `sync` and `_deleted`. */
  readonly data: Fields;
  /** The data of a deleted one are those of its last living state. */
  readonly deleted: boolean;
  /** What is stored is not what was written. */
  readonly isDamaged?: true;
  /** Empty where it has none: a document of a file. */
  readonly writeId: string;
  /** ISO time of the last change, where it is known. */
  readonly updatedAt: string | undefined;
}

export interface DocumentPair {
  readonly id: string;
  /** Missing where the target alone has the document (`replace-all`). */
  readonly source: DocumentState | undefined;
  /** The target's present state; of a rename it is the source itself, and this is not looked at. */
  readonly target: DocumentState | undefined;
  /** ISO time that a new document of a collection with a schema gets as `createdAt` when it brings none. */
  readonly at: string;
}

/** The fate of one document. */
export interface DecidedDocument {
  readonly id: string;
  readonly action: PlanAction;
  /** The target's living content before; null when it has none. */
  readonly before: Fields | null;
  /** What is written: null for every action but `create`, `replace` and `merge`. */
  readonly after: Fields | null;
  /** Why it is rejected; with `skip` the collisions it is left out for. */
  readonly problems: readonly PlanProblem[];
  readonly rename: Pick<RenamedDocument, 'renamed' | 'collisions' | 'lost' | 'isReordered'>;
  readonly source: DocumentState | undefined;
  readonly target: DocumentState | undefined;
}

/** A specification made ready for many documents. */
export interface CompiledJob {
  readonly kind: 'rename' | 'copy' | 'import';
  /** The collection that is written to. */
  readonly target: string;
  readonly mode: WriteMode;
  readonly onConflict: ConflictChoice;
  readonly isMeant: Condition;
  readonly rename: CompiledRename | undefined;
}
