import { join } from 'node:path';
import type { Actor } from '#shared/access/actor.ts';
import { BUCKETS, FILE_ID, isAccepted, type Bucket } from '#shared/api/file-storage.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import {
  createResumableUploads,
  type AnnouncedUpload,
  type Upload,
} from '#server/uploads/resumable-uploads.ts';
import { wrongType, type FileLibrary } from './file-library.ts';
import type { FileRow, FileStore } from './file-store.ts';

/** Free space that files leave on the disk, for the store. */
const RESERVED_BYTES = 500 * 1_048_576;
/** Uploads that one account may send pieces of at the same time; a customer’s others are ended. */
const MOST_AT_ONCE = 2;
/** What one customer may have stored, so that no account uses up the customers’ share. */
const MOST_OF_CUSTOMER = 64 * 1_048_576;
const MAX_BYTES = Math.max(...Object.values(BUCKETS).map(({ maxBytes }) => maxBytes));

const FULL =
  'The server’s storage for files is full. Nothing was stored; send the file again once there is room.';
const OWN_FULL =
  'All the pictures that one account may have are stored. Nothing was stored; those that are not used go after a while.';
const TOO_LARGE = 'The file is larger than files of its kind may be. Nothing was stored.';

/** Files on their way into the library, as resumable uploads. */
export interface FileUploads {
  /**
   * Begins an upload.
   * @param count called before a new upload; may refuse it
   * @returns the file's row, if the file is there already
   * @throws AppError with a storage code as its reason
   */
  begin(request: Request, sender: Sender, count: () => Promise<void>): Promise<Response | FileRow>;
  /** HEAD, PATCH and DELETE of an upload. The last piece hands the file over. @throws as `begin` */
  resume(request: Request, sender: Sender, id: string): Promise<Response>;
  /** Removes what an account was sending. */
  removeOf(accountId: string): Promise<void>;
  /** Removes uploads older than seven days. */
  removeOld(): Promise<void>;
}

export interface Sender {
  readonly actor: Actor;
  readonly bucket: Bucket;
}

export interface FileUploadsOptions {
  readonly folder: string;
  readonly store: FileStore;
  readonly library: FileLibrary;
  /** Of all files together. */
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

export function createFileUploads({
  folder,
  store,
  library,
  maxBytes,
  ...rest
}: FileUploadsOptions): FileUploads {
  const uploads = createResumableUploads({
    ...rest,
    folder: join(folder, 'uploads'),
    maxBytes: MAX_BYTES,
    reservedBytes: RESERVED_BYTES,
    removesComplete: false,
    tooLarge: TOO_LARGE,
    reasonOf: toReason,
  });
  /** Uploads that are being sent, by owner. */
  const sending = new Map<string, Map<string, number>>();
  /** The upload that was begun last. */
  let last: Promise<unknown> = Promise.resolve();

  /** @returns a function that ends the sending @throws AppError 429 */
  function enter(owner: string, id: string): () => void {
    const own = sending.get(owner) ?? new Map<string, number>();
    if (!own.has(id) && own.size >= MOST_AT_ONCE) {
      const message = `This account is sending ${MOST_AT_ONCE} files already. Try again when one has arrived.`;
      throw new AppError('resource-exhausted', message, { retryAfter: 1 });
    }
    sending.set(owner, own.set(id, (own.get(id) ?? 0) + 1));
    return () => {
      const left = (own.get(id) ?? 0) - 1;
      if (left > 0) own.set(id, left);
      else own.delete(id);
      if (own.size === 0) sending.delete(owner);
    };
  }

  /** Ends a customer's oldest uploads: what is announced takes room, sent or not. @returns the others */
  async function giveWay(
    begun: readonly AnnouncedUpload[],
    actor: Actor,
  ): Promise<readonly AnnouncedUpload[]> {
    if (actor.isStaff || actor.isAdmin) return begun;
    const own = begun.filter(({ owner }) => owner === toOwner(actor));
    const ended = own.slice(0, Math.max(0, own.length + 1 - MOST_AT_ONCE));
    for (const { id } of ended) await uploads.remove(id);
    return begun.filter((upload) => !ended.includes(upload));
  }

  /** Begins an upload of a file that isn't here, if there is room for it. */
  async function beginNew(
    request: Request,
    { actor, bucket }: Sender,
    { id, bytes }: Announcement,
  ): Promise<Response> {
    const owner = toOwner(actor);
    const begun = await giveWay(await uploads.list(), actor);
    const announced = begun.reduce((sum, { totalBytes }) => sum + totalBytes, bytes);
    const isFull = (await store.totalBytes()) + announced > maxBytes;
    // The rest is the staff's, whatever strangers send.
    const isShareFull =
      bucket === 'profile-pictures' && (await store.totalBytes(bucket)) + bytes > maxBytes / 2;
    const isCustomer = !actor.isStaff && !actor.isAdmin;
    const isOwnFull = isCustomer && (await store.totalBytes(bucket, owner)) + bytes > MOST_OF_CUSTOMER;
    if (isFull || isShareFull || isOwnFull) {
      const message = isOwnFull ? OWN_FULL : FULL;
      throw new AppError('resource-exhausted', message, { status: 507, reason: 'quota-exceeded' });
    }
    // Without a body: others wait meanwhile. The client sends all bytes afterwards.
    const headers = new Headers(request.headers);
    headers.delete('content-type');
    const announcement = new Request(request.url, { method: 'POST', headers });
    return uploads.handle(announcement, { owner, metadata: { id, bucket, by: actor.accountId ?? '' } });
  }

  /** Hands a complete upload over to the library. */
  async function finish(upload: Upload): Promise<void> {
    const { id = '', bucket, by = '' } = upload.metadata;
    try {
      await library.receive(upload, { id, bucket: bucket as Bucket, by: by || null });
    } catch (error) {
      if (error instanceof AppError) await uploads.remove(upload.id);
      throw error;
    }
    await uploads.remove(upload.id);
  }

  return {
    async begin(request, sender, count) {
      const file = readAnnouncement(request.headers, sender.bucket);
      const known = await library.touch(sender.bucket, file.id);
      if (known) return known;
      await count();
      // In turn, so that two uploads don't take the same room.
      const begun = last.then(() => beginNew(request, sender, file));
      last = begun.catch(() => undefined);
      return begun;
    },
    async resume(request, { actor, bucket }, id) {
      const upload = await uploads.find(id);
      if (upload?.metadata['bucket'] !== bucket) throw noUpload();
      const owner = toOwner(actor);
      const leave = request.method === 'PATCH' && !actor.isAdmin ? enter(owner, id) : undefined;
      try {
        const response = await uploads.handle(request, { owner });
        const isComplete = Number(response.headers.get('upload-offset')) === upload.totalBytes;
        if (isComplete && request.method !== 'DELETE') await finish(upload);
        return response;
      } finally {
        leave?.();
      }
    },
    async removeOf(accountId) {
      for (const { id, owner } of await uploads.list()) if (owner === accountId) await uploads.remove(id);
    },
    removeOld: uploads.removeOld,
  };
}

function toOwner({ accountId = 'admin' }: Actor): string {
  return accountId;
}

export function noUpload(): AppError {
  const message = 'There is no such upload: it is finished or older than seven days. Send the file again.';
  return new AppError('not-found', message, { reason: 'object-not-found' });
}

/** What a new upload says of its file. */
interface Announcement {
  readonly id: string;
  readonly bytes: number;
}

/** @throws AppError for anything that the bucket does not accept */
function readAnnouncement(headers: Headers, bucket: Bucket): Announcement {
  const { id = '', type } = readMetadata(headers.get('upload-metadata') ?? '');
  const length = headers.get('upload-length') ?? '';
  if (!FILE_ID.test(id) || !/^[1-9]\d{0,9}$/.test(length)) {
    const message = 'An upload announces its file’s length, and its id and type as metadata.';
    throw new AppError('invalid-argument', message, { reason: 'invalid-argument' });
  }
  if (!isAccepted(bucket, type)) throw wrongType(415);
  if (Number(length) > BUCKETS[bucket].maxBytes) {
    throw new AppError('resource-exhausted', TOO_LARGE, { status: 413, reason: 'quota-exceeded' });
  }
  return { id, bytes: Number(length) };
}

/** `id YWJj,type aW1h` → `{ id, type }` */
function readMetadata(header: string): Readonly<Record<string, string>> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  );
}

/** The storage code of a refused tus request. */
function toReason(status: number): string | undefined {
  if (status === 404 || status === 410) return 'object-not-found';
  if (status === 413 || status === 507) return 'quota-exceeded';
  return status < 500 && status !== 409 && status !== 423 ? 'invalid-argument' : undefined;
}
