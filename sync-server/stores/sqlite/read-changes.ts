import type { Database } from 'better-sqlite3';
import type { ChangesPage, ChangesQuery } from '#server/core/document-store.ts';
import { cutPage } from '../cut-page.ts';
import { toTextDocument } from './rows.ts';
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
      const rows = reads.changesOfAll.all(collection, after, limit);
      const documents = rows.map((row) => toTextDocument(collection, row));
      return { documents, evictions: [], ...bounds() };
    }
    const audiences = scope === 'nothing' ? [] : scope;
    const whole = JSON.stringify(audiences);
    const documents = audiences
      .flatMap((audience) => reads.changesOfAudience.all(collection, audience, after, limit))
      .map((row) => toTextDocument(collection, row));
    const evictions = audiences.flatMap((audience) =>
      reads.evictions.all({ collection, audience, scope: whole, after, limit }),
    );
    return { ...cutPage(documents, evictions, limit), ...bounds() };
  });
}
