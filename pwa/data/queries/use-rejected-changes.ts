import type { RejectedChange as RejectedChangeRecord } from '../sync/rejected-change-record.ts';
import { mapResults, useQuery } from './use-query.ts';

/** Content the server refused or could not merge. */
export type RejectedChange = Omit<RejectedChangeRecord, 'collectionName'> & { readonly collection: string };

export interface RejectedChangeFilter {
  readonly collection: string;
  readonly documentId?: string;
}

/** Content the server refused or could not merge, newest first; `undefined` until it is known. */
export function useRejectedChanges(filter?: RejectedChangeFilter): readonly RejectedChange[] | undefined {
  const selector = {
    ...(filter ? { collectionName: filter.collection } : {}),
    ...(filter?.documentId === undefined ? {} : { documentId: filter.documentId }),
  };
  const key = `rejected changes ${filter?.collection ?? ''} ${filter?.documentId ?? ''}`;
  return useQuery(key, ({ database }) =>
    mapResults(database.rejectedChanges.find({ selector, sort: [{ at: 'desc' }] }).$, (found) =>
      found.map((rejectedChange) => toRejectedChange(rejectedChange.toJSON() as RejectedChangeRecord)),
    ),
  );
}

function toRejectedChange({ collectionName, ...rejectedChange }: RejectedChangeRecord): RejectedChange {
  return { ...rejectedChange, collection: collectionName };
}
