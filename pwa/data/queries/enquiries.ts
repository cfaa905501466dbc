import { combineLatest, map, of } from 'rxjs';
import type { Contact } from '#shared/collections/contacts.ts';
import { compareTimes } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { toWriteState, type WriteState } from '#shared/sync/write-state.ts';
import { type AppStore, useAppStore } from '../app-store.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { useQuery } from './use-query.ts';
import { writeMerged } from './write-merged.ts';

export type EnquiryContent = Pick<
  Contact,
  'contactName' | 'contactEmail' | 'contactPhone' | 'contactCompany' | 'contactMessage'
>;

/** Stores a new enquiry on this device and pushes it as soon as there is a network. @returns its id */
export async function sendEnquiry({ localStore }: AppStore, content: EnquiryContent): Promise<string> {
  const id = createId();
  const store = await localStore.whenOpen();
  await store.write('contacts', id, () => content);
  return id;
}

/** The same for a changed one. @param base what it was when the change began: what others have changed since stays */
export async function changeEnquiry(
  { localStore }: AppStore,
  id: string,
  base: EnquiryContent,
  content: EnquiryContent,
): Promise<string> {
  const store = await localStore.whenOpen();
  await writeMerged(store, 'contacts', id, { base: { ...base }, mine: { ...content } });
  return id;
}

interface OneEnquiry {
  readonly status: 'idle' | 'loading' | 'ready' | 'missing';
  readonly enquiry?: Contact;
  readonly state?: WriteState;
  /** Whether the local store is open and has nothing of it, though it may still arrive. */
  readonly isAbsent?: boolean;
}

/** An enquiry written on this device (or, for staff, by anybody), with its sync state. */
export function useEnquiry(id: string | undefined): OneEnquiry {
  const { connection } = useAppStore();
  const found = useQuery(`enquiry ${id ?? ''}`, ({ database }) => {
    if (id === undefined) return of(undefined);
    const enquiry = database.contacts.findOne(id).$.pipe(map((one) => one?.toJSON()));
    const rejectedChanges = database.rejectedChanges.find({
      selector: { collectionName: 'contacts', documentId: id },
    }).$;
    return combineLatest([enquiry, rejectedChanges, hasArrived({ database, connection }, 'contacts')]);
  });
  if (id === undefined) return { status: 'idle' };
  const [enquiry, rejectedChanges, isComplete] = found ?? [];
  const hasRejectedChange = (rejectedChanges?.length ?? 0) > 0;
  if (enquiry) return { status: 'ready', enquiry, state: toWriteState(enquiry, hasRejectedChange) };
  if (hasRejectedChange) return { status: 'missing', state: 'rejected' };
  return { status: isComplete ? 'missing' : 'loading', isAbsent: found !== undefined };
}

export interface AllEnquiries {
  /** Newest first. */
  readonly enquiries: readonly Contact[];
  /** Whether all of them are on this device, as far as is known offline. */
  readonly isComplete: boolean;
}

/** The enquiries on this device: the person's own, or for staff everybody's; `undefined` until the local store is open. */
export function useAllEnquiries(): AllEnquiries | undefined {
  const { connection } = useAppStore();
  return useQuery('all enquiries', ({ database }) =>
    combineLatest([database.contacts.find().$, hasArrived({ database, connection }, 'contacts')]).pipe(
      map(([found, isComplete]) => ({
        enquiries: found
          .map((enquiry) => enquiry.toJSON() as Contact)
          .sort((a, b) => compareTimes(b.createdAt, a.createdAt)),
        isComplete,
      })),
    ),
  );
}
