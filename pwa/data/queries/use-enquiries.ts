import { map } from 'rxjs';
import type { Contact } from '#shared/collections/contacts.ts';
import { useQuery } from './use-query.ts';

/** The newest enquiries on this device: the person's own, or for staff everybody's; `undefined` until known. */
export function useEnquiries(limit: number): readonly Contact[] | undefined {
  return useQuery(`enquiries ${limit}`, ({ database }) =>
    database.contacts
      .find({ sort: [{ createdAt: 'desc' }], limit })
      .$.pipe(map((found) => found.map((enquiry) => enquiry.toJSON() as Contact))),
  );
}
