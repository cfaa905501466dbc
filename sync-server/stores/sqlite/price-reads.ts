import type { Database } from 'better-sqlite3';
import type { CommitView } from '#server/core/document-store.ts';
import { NUMBER_OF } from './statements.ts';

interface PriceRow {
  readonly id: string;
  readonly sequence: number;
  readonly deleted: number;
  readonly checksum: number;
  readonly priceId: string | null;
}

/**
 * Keeps the products' price ids in memory, from the first time one is asked for. Each view reads, when first asked, only
 * the products that changed since. Runs inside the caller's transaction.
 */
export function preparePriceReads(database: Database): () => Pick<CommitView, 'productsWithPrice'> {
  const changedSince = database.prepare<[sequence: number], PriceRow>(
    `SELECT head.id, head.sequence, head.deleted, history.checksum, CASE WHEN json_valid(history.data)
       THEN json_extract(history.data, '$.productPrices[0].description') END AS priceId
     FROM head CROSS JOIN history ON history.sequence = head.sequence
     WHERE head.collection = ${NUMBER_OF(`'products'`)} AND head.sequence > ? ORDER BY head.sequence`,
  );
  const checksumAt = database
    .prepare<[sequence: number], number>('SELECT checksum FROM history WHERE sequence = ?')
    .pluck();
  const priceOf = new Map<string, string>();
  const idsOf = new Map<string, Set<string>>();
  let last: Pick<PriceRow, 'sequence' | 'checksum'> | undefined;

  function forget(priceId: string, id: string): void {
    const sharing = idsOf.get(priceId);
    sharing?.delete(id);
    if (sharing?.size === 0) idsOf.delete(priceId);
  }

  function refresh(): void {
    // A transaction that was rolled back gives its sequences to other writes.
    if (last && checksumAt.get(last.sequence) !== last.checksum) {
      last = undefined;
      priceOf.clear();
      idsOf.clear();
    }
    for (const row of changedSince.iterate(last?.sequence ?? 0)) {
      const before = priceOf.get(row.id);
      if (before !== undefined) forget(before, row.id);
      priceOf.delete(row.id);
      last = row;
      if (row.deleted === 1 || row.priceId === null) continue;
      priceOf.set(row.id, row.priceId);
      const sharing = idsOf.get(row.priceId);
      if (sharing) sharing.add(row.id);
      else idsOf.set(row.priceId, new Set([row.id]));
    }
  }

  return () => {
    let isFresh = false;
    return {
      productsWithPrice(priceId) {
        if (!isFresh) refresh();
        isFresh = true;
        return [...(idsOf.get(priceId) ?? [])];
      },
    };
  };
}
