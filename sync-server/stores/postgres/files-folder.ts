import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { Connections } from './connections.ts';

/** Names the files that a database belongs with. */
const MARKER = 'nankeen-files.json';

/**
 * Makes sure that this node has the folder that all nodes of the database share.
 * @throws AppError `failed-precondition` for another folder
 */
export async function assertFilesFolder(connections: Connections, folder: string): Promise<void> {
  const known = await readKnown(connections);
  if (known === undefined) {
    const id = readMarker(folder) ?? writeMarker(folder);
    await connections.change(
      `INSERT INTO meta (key, value) VALUES ('files', $1) ON CONFLICT (key) DO NOTHING`,
      [id],
    );
  }
  if (readMarker(folder) === (known ?? (await readKnown(connections)))) return;
  const message =
    `FILES_DIR (${folder}) is not the folder with this database’s files, so the server did not start. ` +
    'Mount the folder that all nodes share there. Nothing was changed.';
  throw new AppError('failed-precondition', message);
}

async function readKnown(connections: Connections): Promise<string | undefined> {
  const [row] = await connections.rows<{ value: string }>(`SELECT value FROM meta WHERE key = 'files'`);
  return row?.value;
}

function readMarker(folder: string): string | undefined {
  try {
    return String((JSON.parse(readFileSync(join(folder, MARKER), 'utf8')) as { files?: unknown }).files);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AppError('failed-precondition', `${join(folder, MARKER)} can’t be read. Nothing was changed.`, {
      cause,
    });
  }
}

/** @returns the id of the folder, which another node may have marked meanwhile */
function writeMarker(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = createId();
  const own = join(folder, `${MARKER}.${files}`);
  writeFileSync(own, `${JSON.stringify({ files })}\n`);
  try {
    // At once with its content: another node may be reading it.
    linkSync(own, join(folder, MARKER));
    return files;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return readMarker(folder) ?? files;
    throw cause;
  } finally {
    rmSync(own, { force: true });
  }
}
