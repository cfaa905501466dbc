import type { DetailedError, Upload } from 'tus-js-client';
import { UPLOADS } from '#shared/api/migration-routes.ts';
import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { createCallHeaders } from '../sync/device-client.ts';
import { createUpload } from '../files/resumable-upload.ts';
import { isTransient } from '../files/retry.ts';
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
export function uploadFile(
  app: AppStore,
  file: File,
  { signal, onProgress, onCut }: UploadWatch,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let upload: Upload | undefined;
    const stop = () => {
      upload?.abort(true).catch((error: unknown) => logNotice('An upload could not be removed.', error));
      reject(signal.reason);
    };
    const start = () =>
      createUpload(app, file, {
        signal,
        endpoint: adminClient(app).url(UPLOADS),
        metadata: { filename: file.name },
        chunkSize: PIECE_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        onShouldRetry: mayRetry,
        onProgress,
        onError(error) {
          if (!mayRetry(error)) return reject(toAppError(error));
          // A file that can't be read any more looks like a lost connection: check whether it is readable.
          const firstByte = file.slice(0, 1).arrayBuffer();
          firstByte.then(
            () => !signal.aborted && onCut(() => upload?.start()),
            (cause: unknown) => reject(new AppError('data-loss', GONE, { cause })),
          );
        },
        onSuccess() {
          signal.removeEventListener('abort', stop);
          resolve(upload?.url?.split('/').at(-1) ?? '');
        },
      }).then(
        (created) => {
          upload = created;
          created.start();
        },
        // Its code is loaded on demand, and may not be cached on this device.
        () => !signal.aborted && onCut(() => void start()),
      );
    signal.addEventListener('abort', stop);
    void start();
  });
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

function mayRetry(error: Error | DetailedError): boolean {
  if (!('originalRequest' in error)) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || isTransient(status);
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
