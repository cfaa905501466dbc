import { validateDocument } from '#shared/documents/validate-document.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { MAX_PUSH_BYTES } from '#shared/sync/messages.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';

/** What one request carries, less its envelope. */
const MAX_DOCUMENT_BYTES = MAX_PUSH_BYTES - 10_000;

/** @throws AppError `invalid-argument` with the field's path where the server would refuse the document, or couldn't take it */
export function assertStorable(collection: string, document: WireDocument): void {
  const text = JSON.stringify(document);
  if (text.length * 3 > MAX_DOCUMENT_BYTES && new TextEncoder().encode(text).length > MAX_DOCUMENT_BYTES) {
    const message = 'This is too large to be sent: at most one megabyte. Nothing was saved; shorten it.';
    throw new AppError('invalid-argument', message);
  }
  const [issue] = validateDocument(collection, toContent(document));
  if (issue) throw new AppError('invalid-argument', issue.message, { path: issue.path });
}
