import type { TrailEntry } from '#shared/sync/messages.ts';
import type { DocumentData, DocumentKey } from './document-store.ts';

/** The state a write was made on. */
export type WriteBase =
  | { readonly kind: 'none' }
  | { readonly kind: 'write'; readonly writeId: string }
  /** For documents without `writeId`. */
  | { readonly kind: 'content'; readonly content: DocumentData; readonly deleted: boolean }
  /** Whatever is there: a caller that asks for no comparison (document calls, import). */
  | { readonly kind: 'any' };

/** One write on its way in, whatever door it came through. */
export interface WriteRequest extends DocumentKey {
  /** Missing for a write of the server's own, which gets its id when it is accepted. */
  readonly writeId: string | undefined;
  readonly base: WriteBase;
  readonly deleted: boolean;
  /** The whole new content; `createdAt` may be missing. Of no importance for a delete. */
  readonly data: DocumentData;
  readonly madeAt: string | undefined;
  /** Earlier local writes this one includes, oldest first. */
  readonly trail: readonly TrailEntry[];
}
