import type { Database } from 'better-sqlite3';
import type { Rejection } from '#server/core/document-store.ts';

/** Dropping a tenth at once keeps the sizes from being added up with every write. */
const LEFT = 0.9;

/**
 * Stores rejected writes with their content, and drops the oldest above a budget; the devices still hold theirs. Runs
 * inside a transaction of the caller.
 * @param budget bytes of all content together
 */
export function prepareRejectionWriter(
  database: Database,
  budget: number,
): (rejections: readonly Rejection[], now: number) => void {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO rejection (writeId, collection, id, code, message, path, payload, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const sum = database
    .prepare<[], number>(`SELECT COALESCE(SUM(octet_length(payload)), 0) FROM rejection`)
    .pluck();
  const oldest = database.prepare<[], { readonly rowid: number; readonly bytes: number }>(
    `SELECT rowid, octet_length(payload) AS bytes FROM rejection ORDER BY rowid`,
  );
  const dropUpTo = database.prepare(`DELETE FROM rejection WHERE rowid <= ?`);
  /** At most this much; a rolled back transaction leaves it too high until the sizes are added up again. */
  let stored = Infinity;

  function makeRoom(): void {
    let last = 0;
    for (const { rowid, bytes } of oldest.iterate()) {
      if (stored <= budget * LEFT) break;
      stored -= bytes;
      last = rowid;
    }
    dropUpTo.run(last);
  }

  return (rejections, now) => {
    if (rejections.length === 0) return;
    for (const { writeId, collection, id, code, message, path, payload } of rejections) {
      const content = JSON.stringify(payload);
      stored += Buffer.byteLength(content);
      insert.run(writeId, collection, id, code, message, path, content, now);
    }
    if (stored <= budget) return;
    stored = sum.get() ?? 0;
    if (stored > budget) makeRoom();
  };
}
