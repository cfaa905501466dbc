import { createHash } from 'node:crypto';
import { register } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppStore } from '#pwa/data/app-store.ts';
import { createStorageClient, type SentFile } from '#pwa/data/files/storage-client.ts';

// The app's build of the package; Node's takes no blobs.
const RESOLVE = `export const resolve = (name, context, next) =>
  next(name === 'tus-js-client' ? 'tus-js-client/lib/browser/index.js' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(RESOLVE)}`);

/** Waits between attempts are shortened by this much where time is not what is measured. */
const HURRY = 20;
const POLL_MS = 10;

/** A device that sends files with the app's own code, as the admin, whom no quota holds up. */
export interface Device {
  /** Sends a picture and waits until the server has all its bytes. */
  send(bytes: Buffer<ArrayBuffer>): Promise<SentFile>;
  /** Waits until a picture is stored or refused. @returns its state and the reason */
  settle(file: SentFile): Promise<string>;
}

export function createDevice(
  origin: string,
  adminToken: string,
  { isHurried = false }: { readonly isHurried?: boolean } = {},
): Device {
  const reach = (url: string | URL | Request, init?: RequestInit) => fetch(`${origin}${String(url)}`, init);
  const app = {
    fetch: reach,
    timedFetch: reach,
    installation: { authToken: async () => adminToken, dropToken() {} },
    accessMemory: { token: () => undefined },
    session: { read: () => undefined },
    shopConfig: { read: () => ({}) },
    cookies: () => '',
  } as unknown as AppStore;
  const client = createStorageClient(app, {
    schedule(act, delayMs) {
      const timer = setTimeout(act, isHurried && delayMs < 100_000 ? delayMs / HURRY : delayMs);
      return () => clearTimeout(timer);
    },
  });
  return {
    async send(bytes) {
      const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
      const file: SentFile = { id, bucket: 'product-pictures', type: 'image/webp', bytes: content };
      const { signal } = new AbortController();
      await client.upload(file, { signal, onUrl() {}, onProgress() {} });
      return file;
    },
    async settle(file) {
      for (;;) {
        const { state, reason } = await client.fetchFacts(file);
        if (state !== 'received') return reason ? `${state}: ${reason}` : state;
        await sleep(POLL_MS);
      }
    },
  };
}
