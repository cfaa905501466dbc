import { createHash } from 'node:crypto';
import { createLazyFileQueue, type FileQueue } from '#pwa/data/files/file-queue.ts';
import { openFileQueue } from '#pwa/data/files/open-file-queue.ts';
import { toFileAddress } from '#shared/api/file-storage.ts';
import type { OutboxRecord } from '#pwa/data/sync/outbox-record.ts';
import { StorageError } from '#pwa/data/files/storage-error.ts';
import { createFakeApp, SIGNED_IN, type FakeApp } from './fake-app.tsx';

/** A page with the queue of files of a device whose IndexedDB is the global one. */
export interface FilePage {
  readonly app: FakeApp;
  readonly queue: FileQueue;
  /** Makes this tab the one that replicates, until the result is aborted. */
  lead(): AbortController;
}

export interface FilePageOptions {
  /** Nobody is signed in without one. */
  readonly accountId?: string | undefined;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Called when the page wakes the replicating tab. */
  readonly onWake?: () => void;
  /** What this device has not sent. */
  readonly readUnsent?: () => Promise<string>;
}

export function openFilePage({
  accountId,
  fetch,
  onWake = () => undefined,
  readUnsent = async () => '',
}: FilePageOptions): FilePage {
  let send = () => {};
  const store = {
    wakeNow() {
      onWake();
      send();
    },
  };
  const fake = createFakeApp(accountId === undefined ? {} : { session: SIGNED_IN });
  if (accountId !== undefined) fake.storage.setItem('nankeen.identity', accountId);
  const localStore = { ...fake.localStore, whenOpen: async () => store as never };
  // A copy would open the fake's database.
  const app = Object.assign(Object.create(fake) as FakeApp, { localStore, fetch, timedFetch: fetch });
  const queue = createLazyFileQueue(app.storage, (files) =>
    openFileQueue(app, files, {
      // The worker needs a browser: here a file is sent as it is.
      async prepare(file) {
        const bytes = await file.arrayBuffer();
        if (bytes.byteLength === 0) throw new StorageError('invalid-argument', { reason: 'damaged' });
        const id = createHash('sha256').update(new Uint8Array(bytes)).digest('hex').slice(0, 32);
        return { id, type: 'image/webp', bytes };
      },
      readUnsent,
      timing: {
        random: () => 0,
        schedule(act, delayMs) {
          const timer = setTimeout(act, delayMs / 200);
          return () => clearTimeout(timer);
        },
      },
    }),
  );
  return {
    app,
    queue,
    lead() {
      const ended = new AbortController();
      send = () => void queue.send(ended.signal);
      send();
      return ended;
    },
  };
}

export function toPictureAddress(id: string): string {
  return toFileAddress('product-pictures', id);
}

/** The write of a new product that names a picture. */
export function toProductWrite(id: string): OutboxRecord {
  const data = { productImages: [{ value: toPictureAddress(id) }] };
  return {
    id: 'products|hexa',
    collectionName: 'products',
    documentId: 'hexa',
    order: 1,
    base: null,
    trail: [{ writeId: 'w', previous: '', at: '', deleted: false, data }],
  };
}
