import * as v from 'valibot';
import { FILE_PATH } from './file-storage.ts';
import { route } from './routes.ts';

/** Begins a resumable upload (tus 1.0), with `id` and `type` as metadata; 200 with the file's facts if it is there. */
export const FILE_UPLOADS = '/storage/{bucket}/uploads';

const factEntries = {
  id: v.string(),
  bucket: v.string(),
  /** `received`: all bytes have arrived and the picture is being made. */
  state: v.picklist(['received', 'stored', 'refused']),
  /** Why it was refused. */
  reason: v.nullable(v.string()),
  bytes: v.number(),
  /** Pixels; null for a document and until stored. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
};

/** `GET /storage/{bucket}/{path}` */
export const fileFactsSchema = v.looseObject(factEntries);
export type FileFacts = v.InferOutput<typeof fileFactsSchema>;

export const FILE_ROUTES = {
  file: route('GET', FILE_PATH, fileFactsSchema),
  deleteFile: route('DELETE', FILE_PATH, v.looseObject({})),
} as const;

export const fileUseSchema = v.looseObject({
  collection: v.string(),
  documentId: v.string(),
  /** ISO time until which only history names the file; null while the document names it. */
  until: v.nullable(v.string()),
});

export const fileEntrySchema = v.looseObject({
  ...factEntries,
  /** The account that sent it; null for the admin. */
  by: v.nullable(v.string()),
  /** ISO times. */
  at: v.string(),
  storedAt: v.nullable(v.string()),
  uses: v.array(fileUseSchema),
});
export type FileEntry = v.InferOutput<typeof fileEntrySchema>;

/** `GET /admin/files?unused=1`, in the order the files were sent. */
export const fileListSchema = v.looseObject({
  files: v.array(fileEntrySchema),
  /** Of all files, listed or not, and FILES_MAX_BYTES. */
  bytes: v.number(),
  maxBytes: v.number(),
});

export const fileProblemSchema = v.looseObject({
  kind: v.picklist(['missing-file', 'file-without-row', 'wrong-hash', 'wrong-size', 'unreadable']),
  /** Name of the file in `DATA_DIR/files`. */
  name: v.string(),
});
export type FileProblem = v.InferOutput<typeof fileProblemSchema>;

/** `GET /admin/files/verify` */
export const fileCheckSchema = v.looseObject({
  /** Rows of stored files, and files on the disk. */
  rows: v.number(),
  files: v.number(),
  problems: v.array(fileProblemSchema),
});
