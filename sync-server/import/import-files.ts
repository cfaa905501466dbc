import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, appendFile, open, readFile } from 'node:fs/promises';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import type { FileProgress } from '#shared/migration/job.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { toRejectLine } from '#shared/import/reject-line.ts';
import type {
  CheckedDocument,
  CheckedFile,
  CheckedPage,
  ImportFiles,
} from '#server/core/jobs/import-files.ts';
import { checkUpload, fromCheckedLine, type CheckSummary } from './check-upload.ts';
import {
  createResumableUploads,
  type ResumableUploads,
  type ResumableUploadsOptions,
  type Upload,
} from '#server/uploads/resumable-uploads.ts';

const PAGE_BYTES = 262_144;
const LINE_FEED = 10;

/** Free space that uploads leave for the store. */
const RESERVED_BYTES = 64 * 1_048_576;

/** Uploads of import files. */
export function createImportUploads(
  options: Pick<ResumableUploadsOptions, 'folder' | 'maxBytes' | 'clock' | 'freeBytes'>,
): ResumableUploads {
  const gibibytes = String(Math.round((options.maxBytes / 1_073_741_824) * 100) / 100);
  return createResumableUploads({
    ...options,
    reservedBytes: RESERVED_BYTES,
    removesComplete: true,
    tooLarge: `The file is larger than ${gibibytes} GiB, the limit of this server (IMPORT_MAX_BYTES). Nothing was stored. Split the file.`,
  });
}

export interface ImportFilesOptions {
  readonly uploads: ResumableUploads;
  /** Limit of a file's unpacked size. */
  readonly maxBytes: number;
  /** Origins of other hosts' pictures that the shop shows. */
  readonly pictureOrigins: readonly string[];
  readonly clock: Clock;
}

interface RunningCheck {
  readonly file: Promise<CheckedFile>;
  /** Signal of the caller that started the check. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Keeps the checked documents, the rejects and a summary next to an upload, for each set of read options. Jobs read
 * only the checked documents, so they can resume at a byte offset regardless of the upload's format.
 */
export function createImportFiles({
  uploads,
  maxBytes,
  pictureOrigins,
  clock,
}: ImportFilesOptions): ImportFiles {
  const running = new Map<string, RunningCheck>();
  const progress = new Map<string, FileProgress>();

  async function check(spec: ImportJobSpec, signal: AbortSignal | undefined): Promise<CheckedFile> {
    const upload = await requireComplete(uploads, spec.upload);
    const paths = toPaths(upload.path, spec);
    const known = await readSummary(paths.summary);
    if (known) return toFile(known, paths.documents);
    const summary = await checkUpload(upload, spec, {
      paths,
      maxBytes,
      createdAt: utcIso(clock.now()),
      pictureOrigins,
      signal,
      onProgress: (now) => progress.set(spec.upload, now),
    })
      .catch((error: unknown) => {
        if (!signal?.aborted) throw error;
        const message = 'Reading the file was cancelled. Nothing was written.';
        throw new AppError('aborted', message, { cause: error, nothingWritten: true });
      })
      .finally(() => progress.delete(spec.upload));
    return toFile(summary, paths.documents);
  }

  return {
    arrival: (id) => uploads.find(id),
    progress: (upload) => progress.get(upload),
    async check(spec, signal) {
      const key = toPaths(spec.upload, spec).summary;
      for (;;) {
        const other = running.get(key);
        if (!other) {
          const file = check(spec, signal).finally(() => running.delete(key));
          running.set(key, { file, signal });
          return file;
        }
        try {
          return await other.file;
        } catch (error) {
          // Only the caller that started the check has disconnected: start another.
          if (!other.signal?.aborted || signal?.aborted) throw error;
        }
      }
    },
    async addRejects(spec, refused) {
      const lines = refused.map(({ document: { line, byte, document }, problems }) =>
        toRejectLine({
          problems: problems.map((problem) => ({ ...problem, line, byte })),
          raw: JSON.stringify(document),
        }),
      );
      const { rejects } = toPaths(uploads.pathOf(spec.upload), spec);
      await appendFile(rejects, lines.map((line) => `${line}\n`).join(''));
    },
    async *rejects(spec) {
      const { rejects } = toPaths(uploads.pathOf(spec.upload), spec);
      const isThere = await access(rejects).then(
        () => true,
        () => false,
      );
      if (isThere) yield* createReadStream(rejects);
    },
    async finish({ upload }, hasRejects) {
      await uploads.remove(upload, (name) => !hasRejects || !name.endsWith('.rejects'));
    },
  };
}

/** @throws AppError `not-found` without such an upload, `failed-precondition` for an incomplete one */
async function requireComplete(uploads: ResumableUploads, id: string): Promise<Upload> {
  const upload = await uploads.find(id);
  if (!upload) {
    const message =
      'The uploaded file is gone. Uploads are kept for seven days or until their import is done.';
    throw new AppError('not-found', message, { path: 'upload' });
  }
  if (upload.bytes === upload.totalBytes) return upload;
  const message = `Only ${upload.bytes} of ${upload.totalBytes} bytes of the file have arrived. Send the rest first.`;
  throw new AppError('failed-precondition', message, { reason: 'UPLOAD_INCOMPLETE', path: 'upload' });
}

/** One set of files for each set of read options. */
function toPaths(upload: string, spec: ImportJobSpec) {
  const { collection, format, idField, documents, types, category, unpublished, rename } = spec;
  const reading = JSON.stringify([
    collection,
    format,
    idField,
    documents,
    types,
    category,
    unpublished,
    rename,
  ]);
  const base = `${upload}.${createHash('sha256').update(reading).digest('hex').slice(0, 16)}`;
  return { documents: `${base}.documents`, rejects: `${base}.rejects`, summary: `${base}.summary` };
}

async function readSummary(path: string): Promise<CheckSummary | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as CheckSummary;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function toFile(summary: CheckSummary, path: string): CheckedFile {
  return {
    ...summary,
    read: (from, isWhole = false) => readPage(path, from, isWhole ? summary.bytes + 1 : PAGE_BYTES),
  };
}

/** Reads complete lines from an offset: as many as fit into `bytes`, but at least one. */
async function readPage(path: string, from: number, bytes: number): Promise<CheckedPage> {
  const file = await open(path);
  try {
    for (let size = bytes; ; size *= 4) {
      const buffer = Buffer.allocUnsafe(size);
      const { bytesRead } = await file.read(buffer, 0, size, from);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(LINE_FEED);
      if (end !== -1)
        return { documents: toDocuments(buffer.toString('utf8', 0, end)), next: from + end + 1 };
      if (bytesRead < size) return { documents: [], next: from };
    }
  } finally {
    await file.close();
  }
}

function toDocuments(lines: string): readonly CheckedDocument[] {
  return lines.split('\n').map(fromCheckedLine);
}
