import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from '@tus/server';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type AppErrorDetails } from '#shared/kernel/app-error.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import { createId } from '#shared/kernel/ids.ts';

/** A piece of a file, so that most of it is read while the call is being checked. */
const READ_AHEAD_BYTES = 262_144;
/** Maximum age of uploads and the files derived from them. */
const KEPT_MS = 7 * 24 * 3_600_000;

export interface Upload {
  readonly id: string;
  /** Path of the file. */
  readonly path: string;
  /** Bytes received so far. */
  readonly bytes: number;
  readonly totalBytes: number;
  /** Epoch milliseconds. */
  readonly lastByteAt: number;
  readonly metadata: UploadMetadata;
}

export interface AnnouncedUpload extends Pick<Upload, 'id' | 'totalBytes'> {
  readonly owner: string | undefined;
}

export type UploadMetadata = Readonly<Record<string, string>>;

export interface UploadCaller {
  /** Who alone may continue the upload. */
  readonly owner: string;
  /** Kept with a new upload instead of what the request carries. */
  readonly metadata?: UploadMetadata;
}

/** Resumable uploads with the tus 1.0 protocol (https://tus.io/protocols/resumable-upload). */
export interface ResumableUploads {
  /**
   * Handles a tus request: POST creates an upload, HEAD returns its offset, PATCH appends a piece, DELETE removes it.
   * A piece whose connection is cut is kept as far as it arrived.
   * @throws AppError 413 above the limit, 507 without disk space, 404 for another caller's or an expired upload
   */
  handle(request: Request, caller: UploadCaller): Promise<Response>;
  find(id: string): Promise<Upload | undefined>;
  /** Path of an upload's file. Derived files are next to it, with a suffix. */
  pathOf(id: string): string;
  /** All uploads, oldest first. */
  list(): Promise<readonly AnnouncedUpload[]>;
  /** Removes those files of an upload whose name satisfies `isMatch` (default all). */
  remove(id: string, isMatch?: (name: string) => boolean): Promise<void>;
  /** Removes files older than seven days. */
  removeOld(): Promise<void>;
}

export interface ResumableUploadsOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** What to say of a file above the limit. */
  readonly tooLarge: string;
  /** Free space that uploads leave on the disk. */
  readonly reservedBytes: number;
  /** Whether a complete upload can still be removed by its owner. */
  readonly removesComplete: boolean;
  /** Reason of a refusal, by its status. */
  readonly reasonOf?: (status: number) => string | undefined;
  readonly clock: Clock;
  /** Free disk space in bytes; for tests. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

export function createResumableUploads(options: ResumableUploadsOptions): ResumableUploads {
  const { folder, maxBytes, reservedBytes, clock, freeBytes = readFreeBytes } = options;
  const callers = new WeakMap<Request, UploadCaller>();
  /** What was announced of the uploads, which never changes. */
  const infos = new Map<string, UploadInfo>();
  let server: Promise<Server> | undefined;

  async function createServer(): Promise<Server> {
    const [{ Server }, { FileStore }] = await Promise.all([import('@tus/server'), import('@tus/file-store')]);
    await mkdir(folder, { recursive: true });
    const datastore = new FileStore({ directory: folder });
    return new Server({
      path: '/',
      datastore,
      maxSize: maxBytes,
      generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${id}`,
      allowedOrigins: [],
      namingFunction: () => createId(),
      disableTerminationForFinishedUploads: !options.removesComplete,
      async onUploadCreate(request, upload) {
        await assertSpace(upload.size ?? 0);
        const { owner = '', metadata = upload.metadata } = callers.get(request) ?? {};
        return { metadata: { ...metadata, owner } };
      },
      async onIncomingRequest(request, id) {
        if (request.method === 'POST') return;
        const upload = await datastore.getUpload(id);
        if (upload.metadata?.['owner'] !== callers.get(request)?.owner) throw { status_code: 404, body: '' };
        if (request.method === 'PATCH') await assertSpace(Number(request.headers.get('content-length')));
      },
    });
  }

  async function assertSpace(bytes: number): Promise<void> {
    if ((await freeBytes(folder)) < bytes + reservedBytes) throw { status_code: 507, body: '' };
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

  /** A failed write is the disk's fault if the disk is full. */
  async function toStatus({ status }: Response): Promise<number> {
    return status === 500 && (await freeBytes(folder)) < reservedBytes ? 507 : status;
  }

  return {
    async handle(request, caller) {
      server ??= createServer().catch((error: unknown) => {
        // The next call tries again.
        server = undefined;
        throw error;
      });
      const own = withLenientBody(request);
      callers.set(own, caller);
      const response = await (await server).handleWeb(own);
      if (response.status < 400) {
        // Removes the derived files too.
        if (request.method === 'DELETE')
          await removeFiles(new URL(request.url).pathname.split('/').at(-1) ?? '');
        return response;
      }
      throw toError(await toStatus(response), options);
    },
    pathOf: (id) => join(folder, id),
    async find(id) {
      const path = join(folder, id);
      const [info, facts] = await Promise.all([readInfo(`${path}.json`), stat(path).catch(() => undefined)]);
      if (!info || !facts) return undefined;
      const { size: totalBytes = 0, metadata = {} } = info;
      return { id, path, bytes: facts.size, totalBytes, lastByteAt: facts.mtimeMs, metadata };
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      const ids = names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length));
      const found: [string, UploadInfo][] = [];
      for (const id of ids) {
        const info = infos.get(id) ?? (await readInfo(join(folder, `${id}.json`)));
        if (info) found.push([id, info]);
      }
      infos.clear();
      for (const [id, info] of found) infos.set(id, info);
      return found
        .toSorted(([, { creation_date: a = '' }], [, { creation_date: b = '' }]) => (a < b ? -1 : 1))
        .map(([id, { size = 0, metadata }]) => ({ id, totalBytes: size, owner: metadata?.['owner'] }));
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

/** The same request with a body that ends where the connection is cut, so that what has arrived is stored. */
function withLenientBody({ url, method, headers, body }: Request): Request {
  if (!body) return new Request(url, { method, headers });
  const reader = body.getReader();
  const lenient = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = await reader.read().catch(() => ({ value: undefined }));
        if (value) controller.enqueue(value);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Read ahead: what nobody has read yet is lost with the connection.
    new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }),
  );
  return new Request(url, { method, headers, body: lenient, duplex: 'half' } as RequestInit);
}

interface UploadInfo {
  /** ISO time. */
  readonly creation_date?: string;
  readonly size?: number;
  readonly metadata?: UploadMetadata;
}

async function readInfo(path: string): Promise<UploadInfo | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as UploadInfo;
  } catch {
    return undefined;
  }
}

/** Free bytes on a folder's disk. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Converts tus errors to our format, keeping the status that tus clients rely on. */
function toError(
  status: number,
  { tooLarge, reasonOf }: Pick<ResumableUploadsOptions, 'tooLarge' | 'reasonOf'>,
): AppError {
  const [code, message, details] = toRefusal(status, tooLarge);
  return new AppError(code, message, { status, reason: reasonOf?.(status), ...details });
}

type Refusal = readonly [DocumentErrorCode, string, Pick<AppErrorDetails, 'nothingWritten'>?];

function toRefusal(status: number, tooLarge: string): Refusal {
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
      return ['resource-exhausted', tooLarge, { nothingWritten: true }];
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
