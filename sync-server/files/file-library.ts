import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  BUCKETS,
  DOCUMENT_BUCKET,
  FILE_ID,
  isAccepted,
  toFileAddress,
  type Bucket,
} from '#shared/api/file-storage.ts';
import { findFileType, FIRST_BYTES } from '#shared/api/file-type.ts';
import { PICTURE_WIDTHS } from '#shared/domain/picture-widths.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '#server/log.ts';
import type { Upload } from '#server/uploads/resumable-uploads.ts';
import type { FileRow, FileStore } from './file-store.ts';
import type { PictureMaker } from './picture-maker.ts';

/** How long a file is kept that nothing uses. */
export const UNUSED_MS = 30 * 24 * 3_600_000;

/** Stored files and their rows: a row says `stored` once all its files are on disk, and nothing is served before. */
export interface FileLibrary {
  /** A file in any state. The picture buckets share their files, as they share their addresses. */
  find(bucket: Bucket, id: string): Promise<FileRow | undefined>;
  /** Keeps a file that is sent again for another 30 days. @returns the file, unless it has to be sent whole */
  touch(bucket: Bucket, id: string): Promise<FileRow | undefined>;
  /**
   * Takes the bytes of a complete upload, unless its file is there already. Its picture is made afterwards.
   * @throws AppError 460 if the bytes do not belong to the id, 422 if they are of another type
   */
  receive(upload: Upload, file: Pick<FileRow, 'id' | 'bucket' | 'by'>): Promise<void>;
  /** Removes a file that no document names. @returns whether there was one */
  remove(id: string): Promise<boolean>;
  /** Removes the files that an account has sent, also after a crash in between. */
  removeFilesOf(accountId: string): Promise<void>;
  /** Makes the pictures that are due, also those that failed before. Never rejects. */
  makeDue(): Promise<void>;
  /** Removes what nothing has used for 30 days. */
  removeUnused(): Promise<void>;
  /** Changes whenever a file becomes stored or is removed. */
  version(): number;
  /** Pictures that are not finished are made after the next start. */
  close(): Promise<void>;
}

export interface FileLibraryOptions {
  readonly folder: string;
  readonly store: FileStore;
  readonly maker: PictureMaker;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

export function createFileLibrary({ folder, store, maker, clock, log }: FileLibraryOptions): FileLibrary {
  const turns = new Map<string, Promise<unknown>>();
  let making: Promise<void> | undefined;
  /** Whether files may have been received since the last look at what is due. */
  let isAsked = false;
  let isClosed = false;
  let version = 0;
  const sourceOf = (id: string) => join(folder, `${id}.received`);

  /** Changes of one file are made one after the other, so that none removes what another one makes. */
  function inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const result = (turns.get(id) ?? Promise.resolve()).then(work);
    const turn = result
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(id) === turn) turns.delete(id);
      });
    turns.set(id, turn);
    return result;
  }

  async function receive(upload: Upload, { id, bucket, by }: Pick<FileRow, 'id' | 'bucket' | 'by'>) {
    const known = await store.find(id);
    if (known && known.state !== 'refused') return;
    const { head, hash } = await readBytes(upload.path);
    if (!hash.startsWith(id)) {
      const message = 'The file did not arrive as it was sent. Nothing was stored; send it again.';
      throw new AppError('data-loss', message, { status: 460, reason: 'invalid-checksum' });
    }
    if (!isAccepted(bucket, findFileType(head))) throw wrongType(422);
    await moveFlushed(upload.path, sourceOf(id));
    // The folder may be as new as the file.
    await flush(dirname(folder));
    const at = clock.now();
    const bytes = upload.totalBytes;
    await store.put({ id, bucket, by, bytes, at, state: 'received', ...NOT_MADE });
  }

  async function make(id: string): Promise<void> {
    const row = await store.find(id);
    if (row?.state !== 'received' || isClosed) return;
    const source = sourceOf(id);
    const document = row.bucket === DOCUMENT_BUCKET ? join(folder, `${id}.pdf`) : undefined;
    const isMoved = document !== undefined && (await exists(document));
    if (!isMoved && !(await exists(source))) {
      await store.remove(id);
      log.error({ id }, 'The bytes of a received file are gone. Its device has to send it again.');
      return;
    }
    if (document !== undefined && !isMoved) await moveFlushed(source, document);
    const result = document === undefined ? await maker.make({ source, folder, id }) : DOCUMENT_MADE;
    const made = result.ok
      ? ({
          state: 'stored',
          bytes: await sizeOf(row),
          width: result.width,
          height: result.height,
          storedAt: clock.now(),
        } as const)
      : ({ state: 'refused', reason: result.reason, bytes: 0 } as const);
    // Another node may have made or removed it meanwhile.
    const changed = await store.change(id, (current) =>
      current.state === 'received' ? { ...current, ...made } : current,
    );
    if (changed?.state === 'refused') log.info({ id, reason: changed.reason }, 'A file was refused.');
    else version++;
    await rm(source, { force: true });
  }

  /** Bytes of everything served of a file. @throws when some of it is missing */
  async function sizeOf(row: FileRow): Promise<number> {
    const found = await Promise.all(toNames(row).map((name) => stat(join(folder, name))));
    return found.reduce((sum, { size }) => sum + size, 0);
  }

  async function makeAll(): Promise<void> {
    const tried = new Set<string>();
    const next = async () => (await store.list('received')).find(({ id }) => !tried.has(id))?.id;
    try {
      while (isAsked) {
        isAsked = false;
        for (let id = await next(); id !== undefined && !isClosed; id = await next()) {
          tried.add(id);
          // Another node may remove the file meanwhile.
          const work = () => make(id as string).finally(() => removeIfGone(id as string));
          await inTurn(id, work).catch((err: unknown) => {
            if (!isClosed)
              log.error({ err, id }, 'A file could not be made. It is tried again within a minute.');
          });
        }
      }
    } catch (err) {
      log.error({ err }, 'The files to be made could not be read. They are read again within a minute.');
    } finally {
      making = undefined;
    }
  }

  /** Removes the bytes of a file that has no row any more, or was refused. */
  async function removeIfGone(id: string): Promise<void> {
    const row = await store.find(id);
    if (!row || row.state === 'refused') await removeBytes(id);
  }

  async function removeBytes(id: string): Promise<void> {
    const made = Object.keys(BUCKETS).flatMap((bucket) => toNames({ id, bucket: bucket as Bucket }));
    for (const path of [sourceOf(id), ...made.map((name) => join(folder, name))])
      await rm(path, { force: true });
  }

  /** Removes what a killed server or a restored backup has left: old files without a row, and bytes of a made picture. */
  async function removeRemains(before: number): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const id = toId(name);
      const path = join(folder, name);
      if (id === undefined) continue;
      await inTurn(id, async () => {
        const row = await store.find(id);
        const isLeft = row
          ? path === sourceOf(id) && row.state !== 'received'
          : // Another node may have removed it.
            ((await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity) <= before;
        if (isLeft) await rm(path, { force: true });
      });
    }
  }

  const library: FileLibrary = {
    async find(bucket, id) {
      const row = await store.find(id);
      return row && toFileAddress(row.bucket, id) === toFileAddress(bucket, id) ? row : undefined;
    },
    async touch(bucket, id) {
      if (!(await library.find(bucket, id))) return undefined;
      const at = clock.now();
      const row = await store.change(id, (known) => (known.state === 'refused' ? known : { ...known, at }));
      return row?.state === 'refused' ? undefined : row;
    },
    async receive(upload, file) {
      await inTurn(file.id, () => receive(upload, file));
      void library.makeDue();
    },
    async remove(id) {
      const isThere = await store.removeUnnamed(id);
      if (isThere) await inTurn(id, () => removeIfGone(id));
      version++;
      return isThere;
    },
    async removeFilesOf(accountId) {
      for (const { id } of (await store.list()).filter(({ by }) => by === accountId)) {
        await inTurn(id, async () => {
          // Served no more; the row stays until its files are gone.
          await store.change(id, (row) => ({ ...row, state: 'refused', reason: 'removed', bytes: 0 }));
          await removeBytes(id);
          await store.remove(id);
        });
        version++;
      }
    },
    makeDue() {
      isAsked = true;
      return (making ??= makeAll());
    },
    async removeUnused() {
      const before = clock.now() - UNUSED_MS;
      const ids = await store.removeUnused(before);
      if (ids.length > 0) {
        for (const id of ids) await inTurn(id, () => removeIfGone(id));
        version++;
        log.info({ ids }, 'Files that nothing has used for 30 days were removed.');
      }
      await removeRemains(before);
    },
    version: () => version,
    async close() {
      isClosed = true;
      await maker.close();
      await making;
    },
  };
  return library;
}

const DOCUMENT_MADE = { ok: true, width: null, height: null } as const;
const NOT_MADE = { reason: null, width: null, height: null, storedAt: null };

/** Names of the files that are served of a row, below its address. */
export function toNames({ id, bucket }: Pick<FileRow, 'id' | 'bucket'>): readonly string[] {
  if (bucket === DOCUMENT_BUCKET) return [`${id}.pdf`];
  return [`${id}.webp`, ...PICTURE_WIDTHS.map((width) => `${id}-${width}.avif`)];
}

/** The id that a file's name begins with. */
export function toId(name: string): string | undefined {
  const id = name.slice(0, 32);
  return FILE_ID.test(id) ? id : undefined;
}

/** @param status 415 for the announced type, 422 for the bytes */
export function wrongType(status: 415 | 422): AppError {
  const message = 'A file of this type can’t be stored here. Nothing was stored.';
  return new AppError('invalid-argument', message, { status, reason: 'type' });
}

/** The first bytes of a file, and its SHA-256 in hex digits. */
export async function readBytes(path: string): Promise<{ readonly head: Buffer; readonly hash: string }> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part);
    if (head.length < FIRST_BYTES) head = Buffer.concat([head, part]).subarray(0, FIRST_BYTES);
  }
  return { head, hash: hash.digest('hex') };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Renames a file durably: after a power cut it is there complete or not at all. */
async function moveFlushed(from: string, to: string): Promise<void> {
  await flush(from);
  await rename(from, to);
  await flush(dirname(to));
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
