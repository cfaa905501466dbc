import type { DetailedError, HttpRequest, Upload, UploadOptions } from 'tus-js-client';
import type { AppStore } from '../app-store.ts';
import { isBrowserOnline } from '../is-browser-online.ts';
import { createCallHeaders } from '../sync/device-client.ts';
import { pageClientOptions } from '../sync/page-client.ts';

/**
 * An upload with the resumable protocol tus 1.0 and the headers of the app's other calls. A refused device token is
 * renewed once. The client's code is loaded on demand: only staff need it.
 * @param signal nothing is sent after it is aborted, except the removal of the upload
 * @throws when the code can't be loaded, and the signal's reason
 */
export async function createUpload(
  app: AppStore,
  file: Blob,
  { signal, ...options }: UploadOptions & { readonly signal: AbortSignal },
): Promise<Upload> {
  const { Upload } = await import('tus-js-client');
  signal.throwIfAborted();
  const connection = createConnection(app, signal);
  const { onShouldRetry = () => false } = options;
  return new Upload(file, {
    storeFingerprintForResuming: false,
    ...options,
    async onBeforeRequest(request) {
      await options.onBeforeRequest?.(request);
      await connection.addHeaders(request);
    },
    onShouldRetry: (error, attempt, own) =>
      isBrowserOnline() && (onShouldRetry?.(error, attempt, own) || connection.renews(error)),
  });
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
