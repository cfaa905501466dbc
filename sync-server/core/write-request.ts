import type { TrailEntry } from '#shared/sync/messages.ts';
import type { DocumentData, DocumentKey } from './stored-document.ts';

/** The state that a write was made on. */
export type WriteBase =
  | { readonly kind: 'none' }
  | { readonly kind: 'write'; readonly writeId: string }
  /** For documents without `writeId`. */
  | { readonly kind: 'content'; readonly content: DocumentData; readonly deleted: boolean }
  /** Any state: a caller that asks for no comparison (document calls, import). */
  | { readonly kind: 'any' };

/** One incoming write, from a push, a document call or a job. */
export interface WriteRequest extends DocumentKey {
  /** Missing for the server's own writes, which get their id when accepted. */
  readonly writeId: string | undefined;
  readonly base: WriteBase;
  readonly deleted: boolean;
  /** The whole new content; `createdAt` may be missing. Ignored for a delete. */
  readonly data: DocumentData;
  readonly madeAt: string | undefined;
  /** Earlier local writes that this one includes, oldest first. */
  readonly trail: readonly TrailEntry[];
}
