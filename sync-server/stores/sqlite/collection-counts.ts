import type { Database } from 'better-sqlite3';
import type { CollectionCount, DocumentCount } from '#server/core/document-store.ts';

/** Looked at in one go: a millisecond or two. */
const STEP_ROWS = 500;
/** The same of heads alone, which are narrow. */
const STEP_HEADS = 10_000;

/** Counts the documents of one collection from the key of its heads, step by step, so that calls get in between. */
export function prepareDocumentCount(database: Database): (name: string) => Promise<DocumentCount> {
  const step = database.prepare<
    [collection: string, afterId: string, limit: number],
    { readonly looked: number; readonly deleted: number | null; readonly lastId: string | null }
  >(
    `SELECT COUNT(*) AS looked, SUM(deleted) AS deleted, MAX(id) AS lastId
     FROM (SELECT id, deleted FROM head WHERE collection = ? AND id > ? ORDER BY id LIMIT ?)`,
  );
  return async (name) => {
    let [looked, deleted] = [0, 0];
    for (let page = step.get(name, '', STEP_HEADS); page;) {
      looked += page.looked;
      deleted += page.deleted ?? 0;
      if (page.lastId === null || page.looked < STEP_HEADS) break;
      await othersTurn();
      page = step.get(name, page.lastId, STEP_HEADS);
    }
    return { documents: looked - deleted, deleted };
  };
}

interface HeadPage {
  readonly looked: number;
  readonly deleted: number | null;
  readonly bytes: number | null;
  readonly lastChange: string | null;
  readonly lastId: string | null;
}

/**
 * Counts what collections hold, step by step, so that calls get in between: a statement over all of it would hold up
 * everybody for seconds a million documents, and sort them in memory. What is written meanwhile may be counted or not.
 */
export function prepareCollectionCounts(
  database: Database,
): (names: readonly string[]) => Promise<readonly CollectionCount[]> {
  const heads = database.prepare<[collection: string, afterId: string, limit: number], HeadPage>(
    `SELECT COUNT(*) AS looked, SUM(deleted) AS deleted, SUM(octet_length(data)) AS bytes, MAX(at) AS lastChange,
            MAX(id) AS lastId
     FROM (SELECT id, deleted, sequence FROM head WHERE collection = ? AND id > ? ORDER BY id LIMIT ?) AS page
     CROSS JOIN history USING (sequence)`,
  );
  const entries = database.prepare<
    [after: number, limit: number],
    { readonly collection: string; readonly number: number; readonly last: number }
  >(
    `SELECT collection, COUNT(*) AS number, MAX(sequence) AS last
     FROM (SELECT collection, sequence FROM history WHERE sequence > ? ORDER BY sequence LIMIT ?) GROUP BY collection`,
  );

  async function countEntries(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (let after = 0, isEnd = false; !isEnd;) {
      const found = entries.all(after, STEP_ROWS);
      for (const { collection, number, last } of found) {
        counts.set(collection, (counts.get(collection) ?? 0) + number);
        after = Math.max(after, last);
      }
      isEnd = found.length === 0;
      await othersTurn();
    }
    return counts;
  }

  async function countHeads(name: string): Promise<Omit<CollectionCount, 'history'>> {
    let [looked, deleted, bytes] = [0, 0, 0];
    let lastChange: string | null = null;
    for (let afterId: string | null = ''; afterId !== null;) {
      const page: HeadPage | undefined = heads.get(name, afterId, STEP_ROWS);
      looked += page?.looked ?? 0;
      deleted += page?.deleted ?? 0;
      bytes += page?.bytes ?? 0;
      if ((page?.lastChange ?? '') > (lastChange ?? '')) lastChange = page?.lastChange ?? null;
      afterId = page?.lastId ?? null;
      await othersTurn();
    }
    return { name, documents: looked - deleted, deleted, bytes, lastChange };
  }

  return async (names) => {
    const history = await countEntries();
    const counts: CollectionCount[] = [];
    for (const name of names) {
      const count = await countHeads(name);
      counts.push({ ...count, history: history.get(name) ?? 0 });
    }
    return counts;
  };
}

const othersTurn = () => new Promise(setImmediate);
