import Database from 'better-sqlite3';
import { findFileIds } from '#shared/api/file-storage.ts';
import { RETENTION_MS } from '#server/core/maintenance.ts';
import type { HistoryRow } from '#server/core/stored-document.ts';
import { toNames } from '#server/files/file-library.ts';
import { FILE_COLLECTIONS, type FileRow, type FileStore, type FileUse } from '#server/files/file-store.ts';

/** Files and their uses in the data file. */
export function createSqliteFiles(writer: Database.Database): FileStore {
  const find = writer.prepare<[string], FileRow>('SELECT * FROM file WHERE id = ?');
  const put = writer.prepare<[FileRow]>(
    `INSERT INTO file (id, bucket, state, reason, bytes, width, height, by, at, storedAt)
     VALUES (@id, @bucket, @state, @reason, @bytes, @width, @height, @by, @at, @storedAt)
     ON CONFLICT (id) DO UPDATE SET bucket = excluded.bucket, state = excluded.state, reason = excluded.reason,
       bytes = excluded.bytes, width = excluded.width, height = excluded.height, by = excluded.by, at = excluded.at,
       storedAt = excluded.storedAt`,
  );
  const remove = writer.prepare<[string]>('DELETE FROM file WHERE id = ?');
  const removeUnnamed = writer.prepare<[object]>(
    `DELETE FROM file WHERE id = @id
       AND NOT EXISTS (SELECT 1 FROM fileUse WHERE fileId = @id AND until IS NULL)`,
  );
  const list = writer.prepare<[object], FileRow>(
    'SELECT * FROM file WHERE state = COALESCE(@state, state) ORDER BY at, id',
  );
  const count = writer.prepare<[string], number>('SELECT COUNT(*) FROM file WHERE state = ?').pluck();
  const total = writer
    .prepare<[object], number>(
      `SELECT COALESCE(SUM(bytes), 0) FROM file
       WHERE bucket = COALESCE(@bucket, bucket) AND (@by IS NULL OR by = @by)`,
    )
    .pluck();
  const uses = writer.prepare<[], FileUse>('SELECT * FROM fileUse');
  const usesOf = writer.prepare<[string], FileUse>('SELECT * FROM fileUse WHERE fileId = ?');
  const removeUnused = writer
    .prepare<[object], string>(
      `DELETE FROM file WHERE state <> 'received' AND at <= @since AND NOT EXISTS (
         SELECT 1 FROM fileUse WHERE fileId = file.id AND (until IS NULL OR until > @since)
       ) RETURNING id`,
    )
    .pluck();
  const removeEnded = writer.prepare<[object]>('DELETE FROM fileUse WHERE until <= @since');
  const change = writer.transaction((id: string, decide: (row: FileRow) => FileRow) => {
    const row = find.get(id);
    const changed = row && decide(row);
    if (changed) put.run(changed);
    return changed;
  });
  const removeAllUnused = writer.transaction((since: number) => {
    const ids = removeUnused.all({ since });
    removeEnded.run({ since });
    return ids;
  });
  return {
    find: async (id) => find.get(id),
    put: async (row) => void put.run(row),
    change: async (id, decide) => change.immediate(id, decide),
    remove: async (id) => void remove.run(id),
    removeUnnamed: async (id) => removeUnnamed.run({ id }).changes === 1,
    list: async (state) => list.all({ state: state ?? null }),
    count: async (state) => count.get(state) ?? 0,
    totalBytes: async (bucket, by) => total.get({ bucket: bucket ?? null, by: by ?? null }) ?? 0,
    uses: async (id) => (id === undefined ? uses.all() : usesOf.all(id)),
    removeUnused: async (since) => removeAllUnused(since),
  };
}

/** Names of the stored files in a data file that no server has open; none in a file of an older version. */
export function readStoredNames(file: string): readonly string[] {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'file'").get();
    if (!isThere) return [];
    const rows = database.prepare<[], FileRow>("SELECT * FROM file WHERE state = 'stored' ORDER BY id").all();
    return rows.flatMap(toNames);
  } finally {
    database.close();
  }
}

/** Keeps the uses of files up to date with a new entry. Runs inside a transaction of the caller. */
export function prepareFileUseWriter(
  database: Database.Database,
): (row: HistoryRow, payload: string) => void {
  const end = database.prepare(
    'UPDATE fileUse SET until = ? WHERE collection = ? AND documentId = ? AND until IS NULL',
  );
  const use = database.prepare(
    `INSERT INTO fileUse (fileId, collection, documentId, until) VALUES (?, ?, ?, NULL)
     ON CONFLICT (fileId, collection, documentId) DO UPDATE SET until = NULL`,
  );
  return ({ collection, id, operation, at }, payload) => {
    if (!FILE_COLLECTIONS.includes(collection)) return;
    end.run(Date.parse(at) + RETENTION_MS, collection, id);
    if (operation === 'delete') return;
    for (const fileId of findFileIds(payload)) use.run(fileId, collection, id);
  };
}
