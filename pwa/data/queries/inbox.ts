import { map } from 'rxjs';
import { NEW_ITEM, type InboxItem, type InboxSubject } from '#shared/collections/inbox.ts';
import { toInboxId } from '#shared/domain/inbox.ts';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { AppStore } from '../app-store.ts';
import type { Content } from '../store/local-writes.ts';
import { useQuery } from './use-query.ts';

/** What staff have done about the documents of a collection, by the documents' ids; `undefined` until known. */
export function useInbox(collection: InboxSubject): ReadonlyMap<string, InboxItem> | undefined {
  const items = useQuery('inbox', ({ database }) =>
    database.inbox.find().$.pipe(map((found) => found.map((item) => item.toJSON() as InboxItem))),
  );
  const prefix = toInboxId(collection, '');
  return (
    items &&
    new Map(
      items
        .filter(({ FBUID }) => FBUID.startsWith(prefix))
        .map((item) => [item.FBUID.slice(prefix.length), item]),
    )
  );
}

/** What staff have done about one document; `undefined` if nothing, or not known yet. */
export function useInboxItem(collection: InboxSubject, id: string): InboxItem | undefined {
  const inboxId = toInboxId(collection, id);
  return useQuery(`inbox ${inboxId}`, ({ database }) =>
    database.inbox.findOne(inboxId).$.pipe(map((item) => item?.toJSON() as InboxItem | undefined)),
  );
}

/** What a person does in the inbox. `by` is the person's address. */
export type InboxStep =
  | { readonly do: 'note' | 'reply'; readonly by: string; readonly text: string }
  | { readonly do: 'assign'; readonly to: string }
  | { readonly do: 'move'; readonly to: 'open' | 'closed' };

/** Takes a step on this device first. @throws AppError `invalid-argument`; then nothing was written */
export async function takeInboxStep(
  { localStore }: AppStore,
  subject: { readonly collection: InboxSubject; readonly id: string },
  step: InboxStep,
): Promise<void> {
  const store = await localStore.whenOpen();
  const at = isoNow(systemClock);
  await store.write('inbox', toInboxId(subject.collection, subject.id), (current): Content<'inbox'> => {
    const { inboxState, inboxAssignee, inboxNotes, inboxReplies } = current ?? NEW_ITEM;
    const item = { inboxState, inboxAssignee, inboxNotes, inboxReplies };
    if (step.do === 'assign') return { ...item, inboxAssignee: step.to };
    if (step.do === 'move') return { ...item, inboxState: step.to };
    const entry = { id: createId(), at, by: step.by, text: step.text };
    return step.do === 'note'
      ? { ...item, inboxNotes: [...item.inboxNotes, entry] }
      : { ...item, inboxState: 'answered', inboxReplies: [...item.inboxReplies, entry] };
  });
}
