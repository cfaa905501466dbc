import type { FileRow, FileStore, FileUse } from '#server/files/file-store.ts';
import type { CommitQueue } from './commit-queue.ts';
import { toColumns } from './columns.ts';
import type { Connections } from './connections.ts';

const COLUMNS = toColumns<FileRow>([
  'id',
  'bucket',
  'state',
  'reason',
  'bytes',
  'width',
  'height',
  'by',
  'at',
  'storedAt',
]);
const FIND = `SELECT ${COLUMNS.selected} FROM file`;
const PUT = `INSERT INTO file ${COLUMNS.inserted} ON CONFLICT (id) DO UPDATE SET ${COLUMNS.replaced}`;
const USES = `SELECT file_id AS "fileId", collection, document_id AS "documentId", until FROM file_use`;
const TOTAL = `
  SELECT COALESCE(sum(bytes), 0)::bigint AS found FROM file
  WHERE ($1::text IS NULL OR bucket = $1) AND ($2::text IS NULL OR "by" = $2)`;
const REMOVE_UNNAMED = `
  DELETE FROM file WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM file_use WHERE file_id = $1 AND until IS NULL)`;
const REMOVE_UNUSED = `
  DELETE FROM file WHERE state <> 'received' AND at <= $1 AND NOT EXISTS (
    SELECT 1 FROM file_use WHERE file_id = file.id AND (until IS NULL OR until > $1))
  RETURNING id`;

/**
 * Files and their uses on PostgreSQL.
 * @param queue of the document store, whose commits name files
 */
export function createPostgresFiles(connections: Connections, queue: CommitQueue): FileStore {
  const count = async (text: string, values: readonly unknown[]) =>
    (await connections.rows<{ found: number }>(text, values))[0]?.found ?? 0;
  return {
    find: async (id) => (await connections.rows<FileRow>(`${FIND} WHERE id = $1`, [id]))[0],
    put: async (row) => void (await connections.change(PUT, COLUMNS.valuesOf(row))),
    change: (id, decide) =>
      connections.write(async (connection) => {
        const [row] = await connection.rows<FileRow>(`${FIND} WHERE id = $1 FOR UPDATE`, [id]);
        const changed = row && decide(row);
        if (changed) await connection.change(PUT, COLUMNS.valuesOf(changed));
        return changed;
      }),
    remove: async (id) => void (await connections.change('DELETE FROM file WHERE id = $1', [id])),
    removeUnnamed: async (id) =>
      (await queue.add((connection) => connection.change(REMOVE_UNNAMED, [id]))) === 1,
    list: (state) =>
      connections.rows(`${FIND} WHERE $1::text IS NULL OR state = $1 ORDER BY at, id`, [state ?? null]),
    count: (state) => count('SELECT count(*) AS found FROM file WHERE state = $1', [state]),
    totalBytes: (bucket, by) => count(TOTAL, [bucket ?? null, by ?? null]),
    uses: (id) => connections.rows<FileUse>(`${USES} WHERE $1::text IS NULL OR file_id = $1`, [id ?? null]),
    removeUnused: (since) =>
      queue.add(async (connection) => {
        const removed = await connection.rows<{ id: string }>(REMOVE_UNUSED, [since]);
        await connection.change('DELETE FROM file_use WHERE until <= $1', [since]);
        return removed.map(({ id }) => id);
      }),
  };
}
