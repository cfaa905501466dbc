import type { Actor } from '#shared/access/actor.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { importJobSchema } from '#shared/migration/job-spec.ts';
import type { CheckedFile, ImportFiles } from '#server/core/jobs/import-files.ts';
import type { ResumableUploads } from '#server/uploads/resumable-uploads.ts';
import type { ApiRouter } from './api-router.ts';
import { readJson } from './read-body.ts';

const MAX_BYTES = 1_048_576;
const UPLOAD_ID = /^[0-9A-Za-z]{1,40}$/;

export interface UploadParts {
  readonly uploads: ResumableUploads;
  readonly importFiles: ImportFiles;
}

/** Resumable uploads, and the documents read from them. */
export function uploadRoutes(api: ApiRouter, { uploads, importFiles }: UploadParts): void {
  api.onRaw(ENDPOINTS.createUpload, (c, { actor }) => uploads.handle(c.req.raw, toCaller(actor)));
  api.onRaw(ENDPOINTS.uploadedDocuments, async (c) => {
    const file = await importFiles.check(await readJson(c, importJobSchema, MAX_BYTES), c.req.raw.signal);
    return c.body(ReadableStream.from(toLines(file)), 200, { 'Content-Type': 'application/x-ndjson' });
  });
  api.on(ENDPOINTS.uploadProgress, async ({ params: { id } }) => {
    const arrival = UPLOAD_ID.test(id) ? await importFiles.arrival(id) : undefined;
    if (!arrival) throw new AppError('not-found', 'There is no such upload.');
    const { bytes, totalBytes } = arrival;
    return { bytes, totalBytes, check: importFiles.progress(id) ?? null };
  });
  api.onRaw(ENDPOINTS.upload, (c, { params: { id }, actor }) => {
    const isKnown = ['HEAD', 'PATCH', 'DELETE'].includes(c.req.raw.method) && UPLOAD_ID.test(id);
    if (!isKnown)
      throw new AppError('not-found', 'There is no such upload. Uploaded files cannot be downloaded.');
    return uploads.handle(c.req.raw, toCaller(actor));
  });
}

const toCaller = ({ accountId = 'admin' }: Actor) => ({ owner: accountId });

/** The checked documents in the order of the file. */
async function* toLines(file: CheckedFile): AsyncGenerator<Uint8Array> {
  for (let from = 0; ;) {
    const { documents, next } = await file.read(from);
    if (documents.length === 0) return;
    yield Buffer.from(documents.map(({ document }) => `${JSON.stringify(document)}\n`).join(''));
    from = next;
  }
}
