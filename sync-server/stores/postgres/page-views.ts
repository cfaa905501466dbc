import { toDay, type PageViews } from '#server/page-views.ts';
import { createWaitingViews } from '../waiting-views.ts';
import type { Connections } from './connections.ts';

const ADD = `
  INSERT INTO page_view AS known (day, page, count) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
  ON CONFLICT (day, page) DO UPDATE SET count = known.count + excluded.count`;
const REMOVE_BEFORE = 'DELETE FROM page_view WHERE day < $1';
const COUNT = `SELECT COALESCE(sum(count), 0)::bigint AS found FROM page_view WHERE page = $1 AND day >= $2`;

/** Page views on PostgreSQL. */
export function createPostgresPageViews(connections: Connections): PageViews {
  const { add, flush } = createWaitingViews((views, firstDay) =>
    connections.write((connection) =>
      Promise.all([
        connection.change(ADD, [
          views.map(({ day }) => day),
          views.map(({ page }) => page),
          views.map(({ count }) => count),
        ]),
        connection.change(REMOVE_BEFORE, [firstDay]),
      ]),
    ),
  );
  return {
    add,
    flush,
    async count(page, since) {
      await flush();
      const [row] = await connections.rows<{ found: number }>(COUNT, [page, toDay(since)]);
      return row?.found ?? 0;
    },
  };
}
