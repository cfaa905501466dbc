import type { DetailedError, HttpRequest, Upload as TusUpload } from 'tus-js-client';
import { UPLOADS } from '#shared/api/migration-routes.ts';
import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { createCallHeaders } from '../sync/device-client.ts';
import { logNotice } from '../log.ts';
import { pageClientOptions } from '../sync/page-client.ts';
import { adminClient } from './admin-calls.ts';

/** Bytes per request; after a lost connection at most one request is repeated. */
const PIECE_BYTES = 8 * 1_048_576;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];

export interface UploadWatch {
  /** Stops the upload at once and removes its data from the server. */
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
  /** Called when the server can't be reached. It keeps what has arrived; `resume` sends the rest. */
  readonly onCut: (resume: () => void) => void;
}

/**
 * Uploads a file unchanged with the resumable protocol tus 1.0.
 * @returns the upload's id
 * @throws AppError for a refused upload or a file that can't be read any more; otherwise the signal's reason
 */
export async function uploadFile(
  app: AppStore,
  file: File,
  { signal, onProgress, onCut }: UploadWatch,
): Promise<string> {
  const { Upload } = await loadClient(onCut);
  signal.throwIfAborted();
  const connection = createConnection(app, signal);
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: adminClient(app).url(UPLOADS),
      metadata: { filename: file.name },
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: connection.addHeaders,
      onShouldRetry: (error) => navigator.onLine && (isTransient(error) || connection.renews(error)),
      onProgress,
      onError(error) {
        if (!isTransient(error)) return reject(toAppError(error));
        // A file that can't be read any more looks like a lost connection: check whether it is readable.
        const firstByte = file.slice(0, 1).arrayBuffer();
        firstByte.then(
          () => !signal.aborted && onCut(() => upload.start()),
          (cause: unknown) => reject(new AppError('data-loss', GONE, { cause })),
        );
      },
      onSuccess() {
        signal.removeEventListener('abort', stop);
        resolve(upload.url?.split('/').at(-1) ?? '');
      },
    });
    function stop(): void {
      upload.abort(true).catch((error: unknown) => logNotice('An upload could not be removed.', error));
      reject(signal.reason);
    }
    signal.addEventListener('abort', stop);
    upload.start();
  });
}

/** Loads the tus client on demand: only staff need it, and it may not be cached on this device. */
function loadClient(onCut: UploadWatch['onCut']): Promise<{ readonly Upload: typeof TusUpload }> {
  return import('tus-js-client').catch(
    () => new Promise((resolve) => onCut(() => resolve(loadClient(onCut)))),
  );
}

const GONE = 'The file can’t be read any more: it was moved or changed since. Choose it again.';

/** Removes an uploaded file. If that fails, the server removes it after seven days. */
export async function deleteUpload(app: AppStore, id: string): Promise<void> {
  try {
    const headers = await createCallHeaders(pageClientOptions(app))('DELETE');
    await app.fetch(adminClient(app).url(`${UPLOADS}/{id}`, { params: { id } }), {
      method: 'DELETE',
      headers: { ...headers, 'tus-resumable': '1.0.0' },
      keepalive: true,
    });
  } catch (error) {
    logNotice('An upload could not be removed.', error);
  }
}

/** The app's usual request headers, with a device token that is renewed once when the server refuses it. */
function createConnection(app: AppStore, signal: AbortSignal) {
  const { installation, access, cookies } = pageClientOptions(app);
  const toHeaders = createCallHeaders({ installation, access, cookies });
  let used: string | undefined;
  let isRenewed = false;
  return {
    async addHeaders(request: HttpRequest): Promise<void> {
      const method = request.getMethod();
      used = await installation.authToken();
      const headers = await toHeaders(method);
      if (method !== 'DELETE') signal.throwIfAborted();
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    },
    renews(error: DetailedError): boolean {
      if (isRenewed || used === undefined || error.originalResponse?.getStatus() !== 401) return false;
      isRenewed = true;
      installation.dropToken(used);
      return true;
    },
  };
}

/** Whether a retry may succeed: no response, another request in progress, a server overloaded or shutting down. */
function isTransient(error: Error | DetailedError): boolean {
  if (!('originalRequest' in error)) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || [409, 423, 429].includes(status) || (status >= 500 && status !== 507);
}

function toAppError(error: Error | DetailedError): AppError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const refusal = response && fromErrorBody(parseJson(response.getBody()), response.getStatus());
  return (
    refusal ?? new AppError('internal', 'The file could not be sent. Nothing was written.', { cause: error })
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
