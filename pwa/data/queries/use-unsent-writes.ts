import { map } from 'rxjs';
import { toChain, toOutboxId, type Chain } from '../sync/outbox-record.ts';
import { useQuery } from './use-query.ts';

/** A document's writes that have no verdict yet, oldest first, and the state they are based on. */
export function useUnsentWrites(collection: string, documentId: string): Chain | undefined {
  const id = toOutboxId(collection, documentId);
  return useQuery(`unsent ${id}`, ({ database }) =>
    database.outbox.findOne(id).$.pipe(
      map((found) => {
        const record = found?.toJSON();
        const newest = record?.trail.at(-1);
        return record && newest && toChain(record, newest.writeId);
      }),
    ),
  );
}
