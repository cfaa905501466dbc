import type { FieldConflict } from '#shared/sync/merge.ts';
import type { RxJsonSchema } from 'rxdb';

/** A person's content that the server refused or could not merge, kept until they resend or discard it. */
export interface RejectedChange {
  /** `writeId` of the refused write. */
  readonly id: string;
  readonly collectionName: string;
  readonly documentId: string;
  readonly kind: 'rejected' | 'conflict' | 'deleted-there';
  readonly code: string;
  readonly message: string;
  /** The field at fault; empty for the whole document. */
  readonly path: string;
  readonly content: Record<string, unknown>;
  /** Content of the state that the refused write was based on; absent for a creation. */
  readonly base?: Record<string, unknown>;
  /** ISO time with offset of the refusal. */
  readonly at: string;
}

/** Without `base`, which nothing is found by: RxDB does not open a store whose schema has changed. */
export const rejectedChangeSchema: RxJsonSchema<Omit<RejectedChange, 'base'>> = {
  title: 'rejectedChanges',
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 64 },
    collectionName: { type: 'string', maxLength: 64 },
    documentId: { type: 'string', maxLength: 200 },
    kind: { type: 'string', maxLength: 20 },
    code: { type: 'string' },
    message: { type: 'string' },
    path: { type: 'string' },
    content: { type: 'object', additionalProperties: true },
    at: { type: 'string', maxLength: 40 },
  },
  required: ['id', 'collectionName', 'documentId', 'kind', 'code', 'message', 'path', 'content', 'at'],
  indexes: ['at'],
};

/** The content of a conflict's rejected change: both values of each field. */
export function toConflictContent(conflicts: readonly FieldConflict[]): Record<string, unknown> {
  return Object.fromEntries(
    conflicts.map(({ field, mine, theirs }) => [field, { mine: mine ?? null, theirs: theirs ?? null }]),
  );
}
