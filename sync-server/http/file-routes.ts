import type { Context } from 'hono';
import type { Actor } from '#shared/access/actor.ts';
import { canManage } from '#shared/access/decide-access.ts';
import { BUCKETS, toFileAddress, toFileIdOf, type Bucket } from '#shared/api/file-storage.ts';
import type { FileEntry, FileFacts } from '#shared/api/file-routes.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import type { Config } from '#server/config.ts';
import type { FileLibrary } from '#server/files/file-library.ts';
import type { FileRow, FileUse } from '#server/files/file-store.ts';
import { noUpload, type FileUploads } from '#server/files/file-uploads.ts';
import { verifyFiles } from '#server/files/verify-files.ts';
import type { Storage } from '#server/storage.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import { createQuotas, type QuotaParts, type QuotaRule } from './quota.ts';

const UPLOAD_ID = /^[0-9A-Za-z]{1,40}$/;

const FILES: QuotaRule = {
  name: 'files',
  perOwner: { capacity: 60, perMinute: 1 },
  message: 'This account has sent 60 files within an hour. None is lost: the app sends the rest later.',
};
const FILES_OF_CUSTOMERS: QuotaRule = {
  name: 'files of customers',
  perNetwork: { capacity: 300, perMinute: 5 },
  message: 'Your network has sent 300 files within an hour. None is lost: the app sends the rest later.',
};

export interface FileParts extends QuotaParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'files'>;
  readonly library: FileLibrary;
  readonly fileUploads: FileUploads;
  readonly filesFolder: string;
}

/** Stored files: sending, their facts, deleting, and what an operator looks at. Serving is in `served-files.ts`. */
export function fileRoutes(api: ApiRouter, parts: FileParts): void {
  const { clock, storage, library, fileUploads, filesFolder } = parts;
  const quotas = createQuotas(parts);
  const take = async (c: Context<AppEnv>, { isAdmin, isStaff }: Actor) => {
    if (isAdmin) return;
    const rules = isStaff ? [FILES] : [FILES_OF_CUSTOMERS, FILES];
    await quotas.take(
      c,
      rules.map((rule) => ({ rule, units: 1 })),
    );
  };

  api.onRaw(ENDPOINTS.createFileUpload, async (c, { actor, params }) => {
    const bucket = requireBucket(params.bucket, actor);
    const begun = await fileUploads.begin(c.req.raw, { actor, bucket }, () => take(c, actor));
    return begun instanceof Response ? begun : c.json(toFacts(begun));
  });
  api.onRaw(ENDPOINTS.fileUpload, (c, { actor, params: { bucket: name, upload } }) => {
    const bucket = requireBucket(name, actor);
    const isKnown = ['HEAD', 'PATCH', 'DELETE'].includes(c.req.raw.method) && UPLOAD_ID.test(upload);
    if (!isKnown) throw noUpload();
    return fileUploads.resume(c.req.raw, { actor, bucket }, upload);
  });
  api.on(ENDPOINTS.file, async ({ actor, params }) => toFacts(await requireFile(params, actor)));
  api.on(ENDPOINTS.deleteFile, async ({ actor, params }) => {
    const row = await requireFile(params, actor);
    const isOwn = row.bucket === 'profile-pictures' && row.by === actor.accountId;
    if (!isOwn && !canManage(actor)) throw notAllowed('Only a manager may delete this file.');
    if (await library.remove(row.id)) return {};
    const living = (await storage.files.uses(row.id)).filter(({ until }) => until === null);
    if (living.length > 0) {
      const message = `The file is in use by ${living.map(toText).join(', ')}. Nothing was deleted; remove it there first.`;
      throw new AppError('failed-precondition', message, { status: 400, reason: 'invalid-argument' });
    }
    return {};
  });

  api.on(ENDPOINTS.files, async ({ query: { unused } }) => {
    const { files } = storage;
    const [all, rows, bytes] = await Promise.all([files.uses(), files.list(), files.totalBytes()]);
    const uses = toUses(all);
    const entries = rows.map((row) => toEntry(row, uses.get(row.id) ?? []));
    const isUsed = ({ id }: FileEntry) =>
      uses.get(id)?.some(({ until }) => until === null || until > clock.now());
    return {
      files: unused ? entries.filter((entry) => !isUsed(entry)) : entries,
      bytes,
      maxBytes: parts.config.filesMaxBytes,
    };
  });
  api.on(ENDPOINTS.verifyFiles, () => verifyFiles(storage.files, filesFolder));

  async function requireFile(
    { bucket: name, path }: { readonly bucket: string; readonly path: string },
    actor: Actor,
  ) {
    const bucket = requireBucket(name, actor);
    const id = path.split('.')[0] ?? '';
    const isOwnPath = toFileAddress(bucket, id).endsWith(`/${path}`);
    const isId = toFileIdOf(toFileAddress(bucket, id)) === id;
    const row = isOwnPath && isId ? await library.find(bucket, id) : undefined;
    if (row) return row;
    throw new AppError('not-found', 'There is no such file.', { reason: 'object-not-found' });
  }
}

/** @throws AppError for an unknown bucket, and for a caller who may not store files there */
function requireBucket(name: string, { accountId, isAdmin, isStaff }: Actor): Bucket {
  if (!Object.hasOwn(BUCKETS, name)) {
    throw new AppError('not-found', 'There is no such storage.', { reason: 'bucket-not-found' });
  }
  if (accountId === undefined && !isAdmin) {
    throw new AppError('unauthenticated', 'Sign in to store files.', { reason: 'unauthenticated' });
  }
  if (name !== 'profile-pictures' && !isStaff && !isAdmin) throw notAllowed();
  return name as Bucket;
}

function notAllowed(message = 'This account may not store files here.'): AppError {
  return new AppError('permission-denied', message, { reason: 'unauthorized' });
}

function toUses(all: readonly FileUse[]): ReadonlyMap<string, readonly FileUse[]> {
  const uses = new Map<string, FileUse[]>();
  for (const use of all) uses.set(use.fileId, [...(uses.get(use.fileId) ?? []), use]);
  return uses;
}

function toText({ collection, documentId }: FileUse): string {
  return `${collection}/${documentId}`;
}

function toFacts({ id, bucket, state, reason, bytes, width, height }: FileRow): FileFacts {
  return { id, bucket, state, reason, bytes, width, height };
}

function toEntry(row: FileRow, uses: readonly FileUse[]): FileEntry {
  const toIso = (at: number | null) => (at === null ? null : utcIso(at));
  return {
    ...toFacts(row),
    by: row.by,
    at: utcIso(row.at),
    storedAt: toIso(row.storedAt),
    uses: uses.map(({ collection, documentId, until }) => ({ collection, documentId, until: toIso(until) })),
  };
}
