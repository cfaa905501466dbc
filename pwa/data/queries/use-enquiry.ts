import { combineLatest, map, of } from 'rxjs';
import type { Contact } from '#shared/collections/contacts.ts';
import { toWriteState, type WriteState } from '#shared/sync/write-state.ts';
import { useAppStore } from '../app-store.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { useQuery } from './use-query.ts';

export interface OneEnquiry {
  readonly status: 'idle' | 'loading' | 'ready' | 'missing';
  readonly enquiry?: Contact;
  readonly state?: WriteState;
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
  return { status: isComplete ? 'missing' : 'loading' };
}
