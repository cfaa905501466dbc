import type { Database } from 'better-sqlite3';
import type { ChangesPage, ChangesQuery } from '#server/core/document-store.ts';
import { cutPage } from '../cut-page.ts';
import { toStoredDocument } from './rows.ts';
import type { Reads } from './statements.ts';

/** Reads one page of changes in one transaction. */
export function prepareChangesReader(
  reader: Database,
  reads: Reads,
  newest: () => number,
): (query: ChangesQuery) => ChangesPage {
  const bounds = () => ({ newest: newest(), purgeHorizon: reads.purgeHorizon.get()?.sequence ?? 0 });
  return reader.transaction(({ collection, scope, after, limit }: ChangesQuery) => {
    if (scope === 'everything') {
      const documents = reads.changesOfAll.all(collection, after, limit).map(toStoredDocument);
      return { documents, evictions: [], ...bounds() };
    }
    const audiences = scope === 'nothing' ? [] : scope;
    const whole = JSON.stringify(audiences);
    const rows = audiences.flatMap((audience) =>
      reads.changesOfAudience.all(collection, audience, after, limit),
    );
    const evictions = audiences.flatMap((audience) =>
      reads.evictions.all({ collection, audience, scope: whole, after, limit }),
    );
    const page = cutPage(rows, evictions, limit);
    return { ...page, documents: page.documents.map(toStoredDocument), ...bounds() };
  });
}
