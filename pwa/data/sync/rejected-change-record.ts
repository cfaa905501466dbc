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
  /** ISO time with offset of the refusal. */
  readonly at: string;
}

export const rejectedChangeSchema: RxJsonSchema<RejectedChange> = {
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
