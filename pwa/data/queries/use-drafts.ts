import type { Draft as DraftRecord } from '../sync/draft-record.ts';
import { mapResults, useQuery } from './use-query.ts';

/** Content the server refused or could not merge. */
export type Draft = Omit<DraftRecord, 'collectionName'> & { readonly collection: string };

export interface DraftFilter {
  readonly collection: string;
  readonly documentId?: string;
}

const NONE: readonly Draft[] = [];

/** Content the server refused or could not merge, newest first. */
export function useDrafts(filter?: DraftFilter): readonly Draft[] {
  const selector = {
    ...(filter ? { collectionName: filter.collection } : {}),
    ...(filter?.documentId === undefined ? {} : { documentId: filter.documentId }),
  };
  const key = `drafts ${filter?.collection ?? ''} ${filter?.documentId ?? ''}`;
  const drafts = useQuery(key, ({ database }) =>
    mapResults(database.drafts.find({ selector, sort: [{ at: 'desc' }] }).$, (found) =>
      found.map((draft) => toDraft(draft.toJSON() as DraftRecord)),
    ),
  );
  return drafts ?? NONE;
}

function toDraft({ collectionName, ...draft }: DraftRecord): Draft {
  return { ...draft, collection: collectionName };
}
