import type { HttpStack, Upload } from 'tus-js-client';
import { parse } from 'valibot';
import { FILE_UPLOADS, fileFactsSchema, type FileFacts } from '#shared/api/file-routes.ts';
import { FILE_PATH, toFileAddress, type Bucket } from '#shared/api/file-storage.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import type { AppStore } from '../app-store.ts';
import { createCallHeaders } from '../sync/device-client.ts';
import { pageClientOptions } from '../sync/page-client.ts';
import { createUpload } from './resumable-upload.ts';
import { scheduleTimer, withRetries, type RetryOptions, type StorageResponse } from './retry.ts';
import { StorageError, toStorageError } from './storage-error.ts';

/** A file to send. */
export interface SentFile {
  readonly id: string;
  readonly bucket: Bucket;
  readonly type: string;
  readonly bytes: ArrayBuffer;
  /** Where an earlier attempt left off. */
  readonly uploadUrl?: string | undefined;
}

interface UploadWatch {
  readonly signal: AbortSignal;
  /** Keeps the address of an upload, for the case that this page ends; bytes are sent once it resolves. */
  readonly onUrl: (url: string) => Promise<void>;
  readonly onProgress: (sentBytes: number) => void;
}

/** The server's file storage. Every call is retried while a retry may succeed. @throws StorageError */
export interface StorageClient {
  /** Sends what the server doesn't have yet of a file. */
  upload(file: SentFile, watch: UploadWatch): Promise<void>;
  /** @throws StorageError `object-not-found` for a file that has not arrived */
  fetchFacts(file: Pick<SentFile, 'id' | 'bucket'>, signal?: AbortSignal): Promise<FileFacts>;
  /** Removes an unfinished upload. */
  removeUpload(bucket: Bucket, uploadUrl: string): Promise<void>;
}

export type StorageClientOptions = Partial<Pick<RetryOptions, 'schedule' | 'random' | 'onWake'>>;

const OPERATION_LIMIT_MS = 2 * 60_000;
const UPLOAD_LIMIT_MS = 10 * 60_000;
/** The server ends any request after this long: a piece must arrive in that time on a slow link. */
const REQUEST_LIMIT_MS = 30_000;
const LARGEST_PIECE = 256 * 1024;
const SMALLEST_PIECE = 32 * 1024;

export function createStorageClient(
  app: AppStore,
  { schedule = scheduleTimer, random = Math.random, onWake }: StorageClientOptions = {},
): StorageClient {
  const retry = { schedule, random, onWake };
  const toHeaders = createCallHeaders(pageClientOptions(app));
  let pieceBytes = LARGEST_PIECE;

  async function call(method: string, url: string, signal?: AbortSignal): Promise<string> {
    let isRenewed = false;
    const attempt = async (ended: AbortSignal): Promise<StorageResponse> => {
      const used = await app.installation.authToken();
      const headers = { ...(await toHeaders(method)), 'tus-resumable': '1.0.0' };
      const response = await app.timedFetch(url, { method, headers, signal: ended });
      if (response.status === 401 && !isRenewed) {
        isRenewed = true;
        app.installation.dropToken(used);
        return attempt(ended);
      }
      return {
        status: response.status,
        text: await response.text(),
        retryAfter: toRetryAfter(response.headers.get('retry-after')),
      };
    };
    const { status, text } = await withRetries(attempt, { ...retry, limitMs: OPERATION_LIMIT_MS, signal });
    if (status < 200 || status > 299) throw toStorageError(status, text);
    return text;
  }

  return {
    async upload({ id, bucket, type, bytes, uploadUrl }, { signal, onUrl, onProgress }) {
      if (uploadUrl !== undefined) checkUploadUrl(bucket, uploadUrl);
      const blob = new Blob([bytes]);
      let url = uploadUrl;
      let isUrlKept: Promise<void> | undefined;
      let sentBytes = 0;
      const attempt = (ended: AbortSignal, onStep: () => void) =>
        new Promise<StorageResponse>((resolve, reject) => {
          let upload: Upload | undefined;
          const fail = () => {
            void upload?.abort();
            reject(ended.reason as Error);
          };
          ended.addEventListener('abort', fail, { once: true });
          createUpload(app, blob, {
            signal: ended,
            endpoint: toUploads(bucket),
            ...(url === undefined ? {} : { uploadUrl: url }),
            metadata: { id, type },
            chunkSize: pieceBytes,
            retryDelays: [0],
            httpStack: createHttpStack(app.fetch),
            onUploadUrlAvailable() {
              url = upload?.url ?? '';
              isUrlKept = onUrl(url).catch(() => undefined);
            },
            onBeforeRequest: () => isUrlKept,
            onProgress(arrived) {
              if (arrived <= sentBytes) return;
              sentBytes = arrived;
              onStep();
              onProgress(arrived);
            },
            onChunkComplete() {
              pieceBytes = Math.min(2 * pieceBytes, LARGEST_PIECE);
              if (upload) upload.options.chunkSize = pieceBytes;
            },
            onSuccess: () => resolve({ status: 200, text: '' }),
            onError(error) {
              ended.removeEventListener('abort', fail);
              const response = 'originalResponse' in error ? error.originalResponse : null;
              // The server answers 200 instead of 201, which tus takes for a failure, if it has the file already.
              if (response) {
                const retryAfter = toRetryAfter(response.getHeader('retry-after'));
                return resolve({ status: response.getStatus(), text: response.getBody(), retryAfter });
              }
              pieceBytes = Math.max(pieceBytes / 2, SMALLEST_PIECE);
              reject(error);
            },
          }).then((created) => {
            upload = created;
            if (!ended.aborted) created.start();
          }, reject);
        });
      const { status, text } = await withRetries(attempt, { ...retry, limitMs: UPLOAD_LIMIT_MS, signal });
      if (status !== 200) throw toStorageError(status, text);
    },
    async fetchFacts({ id, bucket }, signal) {
      const name = toFileAddress(bucket, id).split('/').at(-1) ?? '';
      const path = FILE_PATH.replace('{bucket}', bucket).replace('{path}', name);
      return toFacts(await call('GET', API_PREFIX + path, signal));
    },
    async removeUpload(bucket, uploadUrl) {
      checkUploadUrl(bucket, uploadUrl);
      await call('DELETE', uploadUrl);
    },
  };
}

function toUploads(bucket: Bucket): string {
  return API_PREFIX + FILE_UPLOADS.replace('{bucket}', bucket);
}

/** Files are sent nowhere else. @throws StorageError `invalid-url` */
function checkUploadUrl(bucket: Bucket, url: string): void {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]+/, '');
  const [folder, id] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
  if (folder !== toUploads(bucket) || !/^\w+$/.test(id)) throw new StorageError('invalid-url');
}

function toFacts(text: string): FileFacts {
  try {
    return parse(fileFactsSchema, JSON.parse(text));
  } catch (cause) {
    throw new StorageError('unknown', { cause });
  }
}

function toRetryAfter(header: string | null | undefined): number | undefined {
  const seconds = Number(header ?? undefined);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Sends tus requests like the app's other calls, and ends those that hang. */
function createHttpStack(fetch: AppStore['fetch']): HttpStack {
  return {
    getName: () => 'fetch',
    createRequest(method, url) {
      const headers: Record<string, string> = {};
      const ended = new AbortController();
      return {
        getMethod: () => method,
        getURL: () => url,
        setHeader: (name, value) => void (headers[name] = value),
        getHeader: (name) => headers[name],
        setProgressHandler: () => undefined,
        async send(body: Blob | null) {
          const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(REQUEST_LIMIT_MS)]);
          const response = await fetch(url, { method, headers, signal, ...(body && { body }) });
          const text = await response.text();
          return {
            getStatus: () => response.status,
            getHeader: (name) => response.headers.get(name) ?? undefined,
            getBody: () => text,
            getUnderlyingObject: () => response,
          };
        },
        abort: async () => ended.abort(),
        getUnderlyingObject: () => undefined,
      };
    },
  };
}
