import type { Database } from 'better-sqlite3';
import type { ChangesPage, ChangesQuery, EvictedState } from '#server/core/document-store.ts';
import type { Audience } from '#shared/access/decide-access.ts';
import { cutPage } from '../cut-page.ts';
import type { RowReader } from './rows.ts';
import type { Reads } from './statements.ts';
import type { WriteNames } from './write-names.ts';

/** Reads one page of changes in one transaction. */
export function prepareChangesReader(
  reader: Database,
  reads: Reads,
  { toTextDocument, toWriteId, newest }: RowReader & WriteNames & { readonly newest: () => number },
): (query: ChangesQuery) => ChangesPage {
  const bounds = () => ({ newest: newest(), purgeHorizon: reads.purgeHorizon.get()?.sequence ?? 0 });
  const readAudience = (audience: Audience) =>
    audience === 'public' || audience === 'staff' ? reads.changesOfAudience : reads.changesOfPerson;
  return reader.transaction(({ collection, scope, after, limit }: ChangesQuery) => {
    if (scope === 'everything') {
      const rows = reads.changesOfAll.all(collection, after, limit);
      const documents = rows.map((row) => toTextDocument(collection, row));
      return { documents, evictions: [], ...bounds() };
    }
    const audiences = scope === 'nothing' ? [] : scope;
    const whole = JSON.stringify(audiences);
    const documents = audiences
      .flatMap((audience) => readAudience(audience).all(collection, audience, after, limit))
      .map((row) => toTextDocument(collection, row));
    const evictions = audiences.flatMap((audience) =>
      reads.evictions.all({ collection, audience, scope: whole, after, limit }).map((row): EvictedState => ({
        ...row,
        collection,
        audience,
        writeId: toWriteId(row.sequence, row.writeId),
      })),
    );
    return { ...cutPage(documents, evictions, limit), ...bounds() };
  });
}
