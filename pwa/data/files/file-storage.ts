import { FILE_PATH, type StoredFile } from '#shared/api/file-storage.ts';
import { utf8Length } from '#shared/documents/document-ids.ts';
import {
  scheduleTimer,
  withRetries,
  type StorageResponse,
  type Schedule,
  StorageError,
  toStorageError,
} from './retry.ts';

export interface FileStorageOptions {
  /** Path prefix of the API. */
  readonly prefix: string;
  readonly bucket: string;
  readonly fetch: typeof globalThis.fetch;
  /** Headers that identify the caller. */
  readonly headers: (method: string) => Promise<Record<string, string>>;
  readonly random?: () => number;
  readonly schedule?: Schedule;
}

/** Stores files on the server. Every call is retried while a retry may succeed. @throws StorageError */
export interface FileStorage {
  upload(path: string, file: Blob, signal?: AbortSignal): Promise<StoredFile>;
  download(path: string, signal?: AbortSignal): Promise<ArrayBuffer>;
  remove(path: string, signal?: AbortSignal): Promise<void>;
  /** The URL of a file. @throws StorageError `invalid-argument` */
  toUrl(path: string): string;
  /** The path of a file from its URL. @throws StorageError `invalid-url` */
  toPath(url: string): string;
}

const OPERATION_LIMIT_MS = 2 * 60_000;
const UPLOAD_LIMIT_MS = 10 * 60_000;
const MAX_PATH_BYTES = 1024;

export function createFileStorage(options: FileStorageOptions): FileStorage {
  const { prefix, bucket, fetch, headers, random = Math.random, schedule = scheduleTimer } = options;
  const root = prefix + FILE_PATH.replace('{bucket}', encodeURIComponent(bucket)).replace('{path}', '');

  function toUrl(path: string): string {
    const problem = findPathProblem(path);
    if (problem !== undefined) throw new StorageError('invalid-argument', { about: problem });
    return root + encodeURIComponent(path);
  }

  async function call(url: string, init: RequestInit, signal?: AbortSignal): Promise<ArrayBuffer> {
    const { method = 'GET', body } = init;
    const attempt = async (ended: AbortSignal): Promise<StorageResponse> => {
      const sent = { ...(init.headers as Record<string, string>), ...(await headers(method)) };
      const response = await fetch(url, { ...init, headers: sent, signal: ended });
      return { status: response.status, bytes: await response.arrayBuffer() };
    };
    const limitMs = body === undefined ? OPERATION_LIMIT_MS : UPLOAD_LIMIT_MS;
    const { status, bytes } = await withRetries(attempt, { limitMs, schedule, random, signal });
    if (status < 200 || status > 299) throw toStorageError(status, new TextDecoder().decode(bytes));
    return bytes;
  }

  return {
    async upload(path, file, signal) {
      const contentType = file.type || 'application/octet-stream';
      const init = { method: 'PUT', body: file, headers: { 'content-type': contentType } };
      const stored = toStoredFile(await call(toUrl(path), init, signal));
      if (stored.size !== file.size) throw new StorageError('invalid-checksum');
      return stored;
    },
    download: async (path, signal) => call(toUrl(path), {}, signal),
    async remove(path, signal) {
      await call(toUrl(path), { method: 'DELETE' }, signal);
    },
    toUrl,
    toPath(url) {
      const segment = url.startsWith(root) ? url.slice(root.length) : '';
      try {
        const path = decodeURIComponent(segment);
        if (findPathProblem(path) === undefined && encodeURIComponent(path) === segment) return path;
      } catch {
        // An incomplete escape.
      }
      throw new StorageError('invalid-url', { about: url });
    },
  };
}

/** Why a text isn't a valid file path, as a sentence. */
function findPathProblem(path: string): string | undefined {
  if (path.split('/').some((part) => ['', '.', '..'].includes(part)))
    return 'A path has names between its slashes, and neither . nor .. .';
  if (/[\p{Cc}\p{Surrogate}]/u.test(path)) return 'A path has no control characters.';
  if (utf8Length(path) > MAX_PATH_BYTES) return `A path has at most ${MAX_PATH_BYTES} bytes.`;
  return undefined;
}

function toStoredFile(bytes: ArrayBuffer): StoredFile {
  try {
    const file = JSON.parse(new TextDecoder().decode(bytes)) as Partial<StoredFile>;
    if (typeof file.path === 'string' && typeof file.size === 'number') return file as StoredFile;
  } catch (cause) {
    throw new StorageError('unknown', { cause });
  }
  throw new StorageError('unknown');
}
