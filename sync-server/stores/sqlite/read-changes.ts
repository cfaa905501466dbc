import type { Database } from 'better-sqlite3';
import type { ChangesPage, ChangesQuery, EvictedState } from '#server/core/document-store.ts';
import type { Audience } from '#shared/access/decide-access.ts';
import { cutPage } from '../cut-page.ts';
import { LEAST_PAGE_DOCUMENTS } from '#shared/sync/messages.ts';
import type { RowReader, TextRow } from '../rows.ts';
import type { Reads } from './statements.ts';
import type { WriteNames } from '../write-names.ts';

/** Reads one page of changes in one transaction. */
export function prepareChangesReader(
  reader: Database,
  reads: Reads,
  { toTextDocument, toWriteId, newest }: RowReader & WriteNames & { readonly newest: () => number },
): (query: ChangesQuery) => ChangesPage {
  const bounds = () => ({ newest: newest(), purgeHorizon: reads.purgeHorizon.get()?.sequence ?? 0 });
  const readAudience = (audience: Audience) =>
    audience === 'public' || audience === 'staff' ? reads.changesOfAudience : reads.changesOfPerson;
  return reader.transaction((query: ChangesQuery) => {
    const { collection, scope, after, limit } = query;
    if (scope === 'everything') {
      const { rows, isCut } = readRows((...page) => reads.changesOfAll.all(collection, ...page), query);
      const documents = rows.map((row) => toTextDocument(collection, row));
      return { documents, evictions: [], isCut, ...bounds() };
    }
    const audiences = scope === 'nothing' ? [] : scope;
    const whole = JSON.stringify(audiences);
    const found = audiences.map((audience) =>
      readRows((...page) => readAudience(audience).all(collection, audience, ...page), query),
    );
    const documents = found.flatMap(({ rows }) => rows.map((row) => toTextDocument(collection, row)));
    const evictions = audiences.flatMap((audience) =>
      reads.evictions.all({ collection, audience, scope: whole, after, limit }).map((row): EvictedState => ({
        ...row,
        collection,
        audience,
        writeId: toWriteId(row.sequence, row.writeId),
      })),
    );
    const isCut = found.some((one) => one.isCut);
    return { ...cutPage(documents, evictions, limit), isCut, ...bounds() };
  });
}

/** Rows per statement: reading all at once is cheaper than one by one, and few enough to end soon. */
const CHUNK = 100;

/** Reads rows until the page is full, too large, or at the newest one. */
function readRows(
  read: (after: number, limit: number) => readonly TextRow[],
  { after, limit, maxCharacters = Infinity }: ChangesQuery,
): { readonly rows: readonly TextRow[]; readonly isCut: boolean } {
  const rows: TextRow[] = [];
  let characters = 0;
  for (;;) {
    const wanted = Math.min(CHUNK, limit - rows.length);
    const chunk = read(rows.at(-1)?.[1] ?? after, wanted);
    for (const row of chunk) characters += row[6].length;
    rows.push(...chunk);
    if (characters > maxCharacters && rows.length > LEAST_PAGE_DOCUMENTS) return { rows, isCut: true };
    if (chunk.length < wanted || rows.length >= limit) return { rows, isCut: false };
  }
}
