import type { OrderState } from '#shared/collections/orders.ts';
import type { InboxItem } from '#shared/collections/inbox.ts';
import { readInboxId, toNewReplies } from '#shared/domain/inbox.ts';
import type { Notice } from './document-store.ts';
import type { DocumentKey, StoredDocument } from './stored-document.ts';

/** Collections whose writes can cause a mail. */
export const MAILED_COLLECTIONS: readonly string[] = ['orders', 'contacts', 'inbox'];

/** What a write on a document has to be mailed about. @param find reads another document */
export function toNotices(
  before: StoredDocument | undefined,
  after: StoredDocument,
  find: (key: DocumentKey) => StoredDocument | undefined,
): readonly Notice[] {
  switch (after.collection) {
    case 'orders':
      if (isAt(before, 'held') && isAt(after, 'paid')) return [{ kind: 'order-accepted', document: after }];
      return isAt(after, 'sent') && !isAt(before, 'sent') ? [{ kind: 'order-sent', document: after }] : [];
    case 'contacts':
      return before || after.deleted ? [] : [{ kind: 'enquiry', document: after }];
    case 'inbox': {
      const subject = readInboxId(after.id);
      const document = subject && find(subject);
      if (!document) return [];
      const toItem = (data: unknown) => data as InboxItem | undefined;
      const replies = toNewReplies(toItem(before?.data), toItem(after.data) as InboxItem);
      return replies.map((reply) => ({ kind: 'reply', document, reply }));
    }
    default:
      return [];
  }
}

const isAt = (document: StoredDocument | undefined, state: OrderState) =>
  document?.data['orderState'] === state;
