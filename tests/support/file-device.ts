import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { eventually } from './eventually.ts';
import { openFilePage, type FilePage } from './file-page.ts';
import { startFakeStorage, type FakeStorage } from './fake-storage.ts';

/** A device with files, and the server they are sent to. A test that uses it mocks tus-js-client. */
export interface FileDevice {
  storage: FakeStorage;
  isOnline: boolean;
  /** How often a page woke the replicating tab. */
  wakes: number;
  /** What the device has not sent, as one text. */
  unsent: string;
  /** A page of this device, signed in as Ada unless told otherwise. */
  openPage(accountId?: string): FilePage;
}

/** Sets up a new device before each test of a file. */
export function setUpFileDevice(): FileDevice {
  let ends: AbortController[] = [];
  const device: FileDevice = {
    storage: undefined as never,
    isOnline: true,
    wakes: 0,
    unsent: '',
    openPage(accountId = 'account-ada') {
      const page = openFilePage({
        accountId,
        async fetch(url, init) {
          if (!device.isOnline) throw new TypeError('offline');
          return fetch(device.storage.origin + url, init);
        },
        onWake: () => void (device.wakes += 1),
        readUnsent: async () => device.unsent,
      });
      const lead = () => {
        const ended = page.lead();
        ends.push(ended);
        return ended;
      };
      return { ...page, lead };
    },
  };
  beforeEach(async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('navigator', { onLine: true });
    vi.spyOn(console, 'info').mockReturnValue();
    ends = [];
    Object.assign(device, { isOnline: true, wakes: 0, unsent: '', storage: await startFakeStorage() });
  });
  afterEach(async () => {
    for (const end of ends) end.abort();
    await device.storage.stop();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return device;
}

export const PICTURES = { bucket: 'product-pictures' } as const;
export const pick = (text: string | Uint8Array<ArrayBuffer>, name = 'picture.jpg') => new File([text], name);
export const statesOf = ({ queue }: FilePage) =>
  queue.files.read()?.map(({ name, state }) => `${name} ${state}`);
export const whenEmpty = (page: FilePage) => eventually(() => expect(page.queue.files.read()).toEqual([]));
