import { toFileAddress, toFileIdOf } from '#shared/api/file-storage.ts';
import type { FileRecord } from './file-database.ts';

/** Copies of files that wait. The service worker looks here first, see `service-worker/pictures.ts`. */
const OWN = 'own-pictures';
/** The service worker's cache of larger pictures. */
const FETCHED = 'pictures';

type CopiedFile = Pick<FileRecord, 'id' | 'bucket' | 'type'>;

/** Shows a file under its final address in every tab. */
export async function copyOwnPicture({ id, bucket, type }: CopiedFile, bytes: ArrayBuffer): Promise<void> {
  const copy = new Response(bytes, { headers: { 'content-type': type } });
  await (await openCache(OWN))?.put(toFileAddress(bucket, id), copy);
}

/** Removes the copy of a file. A stored one is kept like a picture that was fetched, so that it shows offline. */
export async function dropOwnPicture({ id, bucket }: CopiedFile, isStored: boolean): Promise<void> {
  const [own, address] = [await openCache(OWN), toFileAddress(bucket, id)];
  const copy = isStored ? await own?.match(address) : undefined;
  if (copy) await (await openCache(FETCHED))?.put(address, copy);
  await own?.delete(address);
}

/** Copies files that have no copy, e.g. because the browser dropped it, and removes the copies of all others. */
export async function repairOwnPictures(
  files: readonly FileRecord[],
  readBytes: (id: string) => Promise<ArrayBuffer | undefined>,
): Promise<void> {
  const own = await openCache(OWN);
  if (!own) return;
  const missing = new Map(files.map((file) => [file.id, file]));
  for (const request of await own.keys()) {
    if (!missing.delete(toFileIdOf(new URL(request.url).pathname) ?? '')) await own.delete(request);
  }
  for (const file of missing.values()) {
    const bytes = await readBytes(file.id);
    if (bytes) await copyOwnPicture(file, bytes);
  }
}

/** Pages without a secure connection have no caches. */
async function openCache(name: string): Promise<Cache | undefined> {
  return 'caches' in globalThis ? caches.open(name) : undefined;
}
