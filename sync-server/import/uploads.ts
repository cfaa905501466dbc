import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from '@tus/server';
import type { Actor } from '#shared/access/actor.ts';
import { UPLOADS } from '#shared/api/migration-routes.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type AppErrorDetails } from '#shared/kernel/app-error.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import { createId } from '#shared/kernel/ids.ts';

/** Maximum age of uploads and the files derived from them. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** Free space that uploads leave for the store. */
const RESERVED_BYTES = 64 * 1_048_576;

export interface Upload {
  readonly id: string;
  /** Path of the file. */
  readonly path: string;
  /** Bytes received so far. */
  readonly bytes: number;
  readonly totalBytes: number;
  /** Epoch milliseconds. */
  readonly lastByteAt: number;
}

/** Resumable uploads with the tus 1.0 protocol (https://tus.io/protocols/resumable-upload). */
export interface Uploads {
  /**
   * Handles a tus request: POST creates an upload, HEAD returns its offset, PATCH appends a piece, DELETE removes it.
   * @throws AppError 413 above the limit, 507 without disk space, 404 for another caller's or an expired upload
   */
  handle(request: Request, actor: Actor): Promise<Response>;
  find(id: string): Promise<Upload | undefined>;
  /** Path of an upload's file. Derived files are next to it, with a suffix. */
  pathOf(id: string): string;
  /** Removes those files of an upload whose name satisfies `isMatch` (default all). */
  remove(id: string, isMatch?: (name: string) => boolean): Promise<void>;
  /** Removes files older than seven days. */
  removeOld(): Promise<void>;
}

export interface UploadsOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly clock: Clock;
  /** Free disk space in bytes; for tests. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export function createUploads({
  folder,
  maxBytes,
  clock,
  freeBytes = readFreeBytes,
}: UploadsOptions): Uploads {
  const owners = new WeakMap<Request, string>();
  let server: Promise<Server> | undefined;

  async function createServer(): Promise<Server> {
    const [{ Server }, { FileStore }] = await Promise.all([import('@tus/server'), import('@tus/file-store')]);
    await mkdir(folder, { recursive: true });
    const datastore = new FileStore({ directory: folder });
    return new Server({
      path: API_PREFIX + UPLOADS,
      datastore,
      maxSize: maxBytes,
      relativeLocation: true,
      allowedOrigins: [],
      namingFunction: () => createId(),
      async onUploadCreate(request, upload) {
        const size = upload.size ?? 0;
        if ((await freeBytes(folder)) < size + RESERVED_BYTES) throw { status_code: 507, body: '' };
        return { metadata: { ...upload.metadata, owner: owners.get(request) ?? '' } };
      },
      async onIncomingRequest(request, id) {
        const isNew = request.method === 'POST';
        if (isNew) return;
        const upload = await datastore.getUpload(id);
        if (upload.metadata?.['owner'] !== owners.get(request)) throw { status_code: 404, body: '' };
      },
    });
  }

  async function namesOf(id: string): Promise<readonly string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name === id || name.startsWith(`${id}.`));
  }

  async function removeFiles(id: string, isMatch: (name: string) => boolean = () => true): Promise<void> {
    for (const name of await namesOf(id)) {
      if (isMatch(name)) await rm(join(folder, name), { force: true });
    }
  }

  return {
    async handle(request, actor) {
      server ??= createServer();
      owners.set(request, actor.accountId ?? 'admin');
      const response = await (await server).handleWeb(request);
      if (response.status < 400) {
        // Removes the derived files too.
        if (request.method === 'DELETE')
          await removeFiles(new URL(request.url).pathname.split('/').at(-1) ?? '');
        return response;
      }
      throw toError(response.status, maxBytes);
    },
    pathOf: (id) => join(folder, id),
    async find(id) {
      const path = join(folder, id);
      const [info, facts] = await Promise.all([readInfo(`${path}.json`), stat(path).catch(() => undefined)]);
      if (!info || !facts) return undefined;
      return { id, path, bytes: facts.size, totalBytes: info.size ?? 0, lastByteAt: facts.mtimeMs };
    },
    remove: removeFiles,
    async removeOld() {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const facts = await stat(path).catch(() => undefined);
        if (facts && facts.mtimeMs < clock.now() - KEPT_MS) await rm(path, { force: true });
      }
    },
  };
}

async function readInfo(path: string): Promise<{ readonly size?: number } | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as { size?: number };
  } catch {
    return undefined;
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Converts tus errors to our format, keeping the status that tus clients rely on. */
function toError(status: number, maxBytes: number): AppError {
  const [code, message, details] = toReason(status, maxBytes);
  return new AppError(code, message, { status, ...details });
}

type Refusal = readonly [DocumentErrorCode, string, Pick<AppErrorDetails, 'nothingWritten'>?];

function toReason(status: number, maxBytes: number): Refusal {
  switch (status) {
    case 404:
    case 410:
      return [
        'not-found',
        'There is no such upload: it is finished or older than seven days. Send the file again.',
      ];
    case 409:
      return [
        'aborted',
        'The piece does not start at the upload’s offset. Request the offset and continue there.',
      ];
    case 413:
      return [
        'resource-exhausted',
        `The file is larger than ${toGibibytes(maxBytes)} GiB, the limit of this server (IMPORT_MAX_BYTES). Nothing was stored. Split the file.`,
        { nothingWritten: true },
      ];
    case 423:
      return ['unavailable', 'Another request is sending this file. Wait for it, or try again soon.'];
    case 507:
      return [
        'resource-exhausted',
        'The server’s disk has no room for this file. Nothing was stored.',
        { nothingWritten: true },
      ];
    default:
      return status < 500
        ? ['invalid-argument', 'This is not a request of the tus upload protocol 1.0.']
        : [
            'unavailable',
            'The server could not store this piece. Earlier pieces are kept; send the rest again.',
          ];
  }
}

function toGibibytes(bytes: number): string {
  return String(Math.round((bytes / 1_073_741_824) * 100) / 100);
}
