import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { FileRow } from '#server/files/file-store.ts';

/** Contents of a data folder after SQLite's recovery. */
export interface StoredFile {
  /** `ok`, or the problem. */
  readonly integrity: string;
  /** Of the devices' writes, in sequence order. */
  readonly writeIds: readonly string[];
  /** Rows of the pictures and documents. */
  readonly files: readonly FileRow[];
}

/** Reads a copy of a folder's data file and log, so that the server itself recovers the original. */
export function readStoredFile(dataDir: string): StoredFile {
  const copy = mkdtempSync(join(tmpdir(), 'nankeen-copy-'));
  try {
    for (const name of findDataFiles(dataDir)) copyFileSync(join(dataDir, name), join(copy, name));
    return inspectFolder(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Recovers and reads the data file of a folder in place. */
export function inspectFolder(folder: string): StoredFile {
  const name = findDataFiles(folder).find((file) => file.endsWith('.sqlite'));
  if (name === undefined || !existsSync(join(folder, name)))
    return { integrity: 'ok', writeIds: [], files: [] };
  const database = new Database(join(folder, name));
  try {
    const integrity = String(database.pragma('integrity_check', { simple: true }));
    const hasTable = (table: string) =>
      database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
    const rows = hasTable('history')
      ? database
          .prepare<[], { writeId: string }>(
            'SELECT writeId FROM history WHERE writeId IS NOT NULL ORDER BY sequence',
          )
          .all()
      : [];
    const files = hasTable('file') ? database.prepare<[], FileRow>('SELECT * FROM file').all() : [];
    return { integrity, writeIds: rows.map(({ writeId }) => writeId), files };
  } finally {
    database.close();
  }
}

/** The data file and its log; SQLite recreates its shared-memory file. */
function findDataFiles(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^(data|nankeen)\.sqlite(-wal|-journal)?$/.test(name));
}
