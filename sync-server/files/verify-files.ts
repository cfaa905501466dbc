import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCUMENT_BUCKET } from '#shared/api/file-storage.ts';
import type { FileProblem } from '#shared/api/file-routes.ts';
import { readBytes, toId, toNames } from './file-library.ts';
import type { FileRow, FileStore } from './file-store.ts';

/**
 * Compares the rows of stored files with the files on the disk: each must be there with the size of its row, and a
 * document with the hash that its id is.
 */
export async function verifyFiles(store: FileStore, folder: string) {
  const rows = await store.list('stored');
  const names = (await readdir(folder).catch(() => [])).filter((name) => toId(name) !== undefined);
  const known = new Set((await store.list()).flatMap((row) => [...toNames(row), `${row.id}.received`]));
  const problems: FileProblem[] = names
    .filter((name) => !known.has(name))
    .map((name) => ({ kind: 'file-without-row', name }));
  for (const row of rows) problems.push(...(await verifyRow(row, folder)));
  return { rows: rows.length, files: names.length, problems };
}

async function verifyRow(row: FileRow, folder: string): Promise<readonly FileProblem[]> {
  const problems: FileProblem[] = [];
  let bytes = 0;
  for (const name of toNames(row)) {
    try {
      bytes += (await stat(join(folder, name))).size;
      const { hash } = await readBytes(join(folder, name));
      const isWrong = row.bucket === DOCUMENT_BUCKET && !hash.startsWith(row.id);
      if (isWrong) problems.push({ kind: 'wrong-hash', name });
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      problems.push({ kind: isMissing ? 'missing-file' : 'unreadable', name });
    }
  }
  const [name = ''] = toNames(row);
  return problems.length === 0 && bytes !== row.bytes ? [{ kind: 'wrong-size', name }] : problems;
}
