import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { UPLOADS } from '#shared/api/migration-routes.ts';
import type { SourceFile } from './source-file.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const PIECE_BYTES = 8 * 1_048_576;
/** Covers a server restart. tus-js-client resets the count with each piece that arrives. */
const RETRY_DELAYS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];

/** A complete or partial file on the server. */
export interface Upload {
  readonly id: string;
  /** Bytes that have arrived. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly sha256: string | undefined;
}

/** Creates an empty upload for `sendFile`. @returns the upload's id */
export async function createUpload(connection: ServerConnection, source: SourceFile): Promise<string> {
  const metadata = { filename: source.label, sha256: source.sha256 };
  const response = await beginUpload(connection, UPLOADS, { bytes: source.bytes, metadata });
  if (response.status !== 201) throw connection.toFailure(response.status, await response.text());
  return toUploadId(response);
}

/** Announces an upload. @param uploads path below the API @returns any response; 201 with the new upload's address */
export function beginUpload(
  connection: ServerConnection,
  uploads: string,
  { bytes, metadata }: { readonly bytes: number; readonly metadata: Readonly<Record<string, string>> },
): Promise<Response> {
  const headers = {
    ...TUS,
    'upload-length': String(bytes),
    'upload-metadata': Object.entries(metadata)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  };
  return connection.request(uploads, { method: 'POST', headers });
}

export function toUploadId(response: Response): string {
  return response.headers.get('location')?.split('/').at(-1) ?? '';
}

/** @returns `undefined` when the upload no longer exists */
export async function findUpload(connection: ServerConnection, id: string): Promise<Upload | undefined> {
  const response = await connection.request(`${UPLOADS}/${id}`, { method: 'HEAD', headers: TUS });
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw connection.toFailure(response.status, '');
  const [, sha256] = /(?:^|,)sha256 ([^,]*)/.exec(response.headers.get('upload-metadata') ?? '') ?? [];
  return {
    id,
    bytes: Number(response.headers.get('upload-offset')),
    totalBytes: Number(response.headers.get('upload-length')),
    sha256: sha256 === undefined ? undefined : Buffer.from(sha256, 'base64').toString('utf8'),
  };
}

/** Removes an upload; otherwise the server does after seven days. Never rejects. */
export async function removeUpload(connection: ServerConnection, id: string): Promise<void> {
  await connection.request(`${UPLOADS}/${id}`, { method: 'DELETE', headers: TUS }).catch(() => undefined);
}

export interface FileToSend {
  /** Path of the uploads below the API; by default those of import files. */
  readonly uploads?: string;
  readonly id: string;
  readonly source: SourceFile;
  readonly progress: Progress;
}

/**
 * Uploads the missing part of a file and retries when the connection breaks.
 * @throws Failure when the server refuses it or stays unreachable, or on an interruption; the server keeps what arrived
 */
export async function sendFile(
  { interruption }: Pick<CliContext, 'interruption'>,
  connection: ServerConnection,
  { uploads = UPLOADS, id, source, progress }: FileToSend,
): Promise<void> {
  interruption.throwIfAborted();
  // Loaded on demand: few commands need it.
  const { Upload: TusUpload } = await import('tus-js-client');
  let before: number | undefined;
  await new Promise<void>((resolve, reject) => {
    const upload = new TusUpload(Buffer.alloc(0), {
      uploadUrl: `${uploads}/${id}`,
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      onShouldRetry: isTransient,
      storeFingerprintForResuming: false,
      httpStack: createHttpStack(connection),
      fileReader: { openFile: async () => toFileSource(source) },
      onProgress(bytes, totalBytes) {
        before ??= bytes;
        progress.report({ label: 'Uploaded', bytes, totalBytes, before });
      },
      onSuccess: () => end(resolve),
      onError: (error) => end(() => reject(toUploadFailure(error, connection))),
    });
    const stop = () => void upload.abort().then(() => end(() => reject(toFailure(interruption.reason))));
    const end = (then: () => void) => {
      interruption.removeEventListener('abort', stop);
      then();
    };
    interruption.addEventListener('abort', stop);
    upload.start();
  });
}

function toFileSource(source: SourceFile) {
  return {
    size: source.bytes,
    async slice(start: number, end: number) {
      const value = await source.read(start, end);
      return { value: Object.assign(value, { size: value.length }), done: false };
    },
    close() {},
  };
}

interface UploadError {
  readonly originalResponse?: HttpResponse | null;
  readonly causingError?: Error | null;
}

/** Timeout, stale offset, lock of a broken request, rate limit, or a server error. */
const TRANSIENT_STATUSES: readonly number[] = [408, 409, 423, 429, 500, 502, 503, 504];

/** Whether a retry may succeed. */
function isTransient({ originalResponse, causingError }: UploadError): boolean {
  if (originalResponse) return TRANSIENT_STATUSES.includes(originalResponse.getStatus());
  return toFailure(causingError).exitCode === EXIT.unreachable;
}

function toUploadFailure(error: Error & UploadError, connection: ServerConnection): Failure {
  const { originalResponse: response, causingError } = error;
  if (response?.getStatus() === 404) {
    return new Failure(
      EXIT.notFound,
      'The upload no longer exists: the server keeps uploads for seven days.',
    );
  }
  if (response) return connection.toFailure(response.getStatus(), response.getBody());
  return toFailure(causingError ?? error);
}

/** Sends tus requests through the connection. */
function createHttpStack(connection: ServerConnection): HttpStack {
  return {
    getName: () => 'connection',
    createRequest(method, url): HttpRequest {
      const headers: Record<string, string> = {};
      const controller = new AbortController();
      let report = (_bytes: number) => {};
      return {
        getMethod: () => method,
        getURL: () => url,
        setHeader: (name, value) => void (headers[name.toLowerCase()] = value),
        getHeader: (name) => headers[name.toLowerCase()],
        setProgressHandler: (handler) => void (report = handler),
        async send(body: Uint8Array<ArrayBuffer> | null | undefined) {
          const { signal } = controller;
          const response = await connection.request(url, { method, headers, signal, ...(body && { body }) });
          const text = await response.text();
          report(body?.length ?? 0);
          return {
            getStatus: () => response.status,
            getHeader: (name) => response.headers.get(name) ?? undefined,
            getBody: () => text,
            getUnderlyingObject: () => response,
          };
        },
        abort: async () => controller.abort(),
        getUnderlyingObject: () => undefined,
      };
    },
  };
}
