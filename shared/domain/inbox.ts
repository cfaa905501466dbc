import { isAuthor } from '#shared/access/author.ts';
import {
  INBOX_SUBJECTS,
  type InboxEntry,
  type InboxItem,
  type InboxSubject,
} from '#shared/collections/inbox.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';

type InboxContent = Omit<InboxItem, 'writeId' | 'sync'>;

/** Id of the inbox document about another document. */
export function toInboxId(collection: InboxSubject, id: string): string {
  return `${collection}|${id}`;
}

/** What an inbox document is about; `undefined` for an id of another form. */
export function readInboxId(
  inboxId: string,
): { readonly collection: InboxSubject; readonly id: string } | undefined {
  const collection = INBOX_SUBJECTS.find((name) => inboxId.startsWith(`${name}|`));
  return collection && { collection, id: inboxId.slice(collection.length + 1) };
}

/** The replies that a write adds. */
export function toNewReplies(
  before: Pick<InboxContent, 'inboxReplies'> | undefined,
  after: Pick<InboxContent, 'inboxReplies'>,
): readonly InboxEntry[] {
  const known = new Set(before?.inboxReplies.map(({ id }) => id));
  return after.inboxReplies.filter(({ id }) => !known.has(id));
}

/** A change that an inbox document does not allow. */
interface InboxFault {
  readonly path: string;
  /** A sentence for the person who made the change. */
  readonly message: string;
}

/**
 * Finds a note or reply that is changed, removed or not the writer's own.
 * @param email of the writer
 */
export function findInboxFault(
  before: InboxContent | undefined,
  after: InboxContent,
  email: string | undefined,
): InboxFault | undefined {
  for (const path of ['inboxNotes', 'inboxReplies'] as const) {
    const known = new Map((before?.[path] ?? []).map((entry) => [entry.id, entry]));
    const written = new Map(after[path].map((entry) => [entry.id, entry]));
    if (written.size < after[path].length) return { path, message: 'Two entries have the same id.' };
    for (const [id, entry] of known) {
      if (!isJsonEqual(entry, written.get(id)))
        return { path, message: 'Notes and replies can’t be changed or removed.' };
    }
    const foreign = after[path].find(({ id, by }) => !known.has(id) && !isAuthor(by, email));
    if (foreign) return { path, message: `Nobody but ${foreign.by} can write in this name.` };
  }
  return undefined;
}
