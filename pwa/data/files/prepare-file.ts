import type { Bucket } from '#shared/api/file-storage.ts';
import { toTrustedWorkerUrl } from '#pwa/trusted-worker-url.ts';
import { PART_MISSING } from './file-queue.ts';
import type { Preparation, PreparedFile } from './prepare-worker.ts';
import { StorageError } from './storage-error.ts';
// The bundler replaces it with the address of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './prepare-worker.ts?worker&url';

/** A picture within the limits takes a few seconds on a slow phone. */
const LONGEST_MS = 60_000;

/** One at a time: a large picture needs 160 MB while it is decoded. */
let last: Promise<unknown> = Promise.resolve();

/** Checks a file and makes what is sent of it. @throws Error with the reason */
export function prepareFile(file: Blob, bucket: Bucket): Promise<PreparedFile> {
  const prepared = last.then(() => runWorker(file, bucket));
  last = prepared.catch(() => undefined);
  return prepared;
}

async function runWorker(file: Blob, bucket: Bucket): Promise<PreparedFile> {
  // Each file has a worker of its own, so that one that crashes or hangs harms no other.
  const worker = new Worker(toTrustedWorkerUrl(workerUrl) as string, { type: 'module' });
  try {
    const preparation = await new Promise<Preparation>((resolve, reject) => {
      const fail = () => resolve({ refusal: 'damaged' });
      worker.addEventListener('message', ({ data }: MessageEvent<Preparation>) => resolve(data));
      worker.addEventListener('error', (event) => {
        // Only an error of the running worker has a message.
        if (event instanceof ErrorEvent) fail();
        else reject(new Error(PART_MISSING));
      });
      setTimeout(fail, LONGEST_MS);
      worker.postMessage({ file, bucket });
    });
    if ('prepared' in preparation) return preparation.prepared;
    throw new StorageError('invalid-argument', { reason: preparation.refusal });
  } finally {
    worker.terminate();
  }
}
