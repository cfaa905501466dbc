import * as v from 'valibot';

/** `PUT /admin/access-code` */
export const accessCodeChangedSchema = v.looseObject({ isChanged: v.boolean() });

export const deviceFactsSchema = v.looseObject({
  fid: v.string(),
  /** ISO times; null for a device that was blocked before it first registered. */
  createdAt: v.nullable(v.string()),
  lastSeen: v.nullable(v.string()),
  /** What a seller calls it. */
  name: v.nullable(v.string()),
  isBlocked: v.boolean(),
});
export type DeviceFacts = v.InferOutput<typeof deviceFactsSchema>;

/** `GET /admin/devices?prefix=&blocked=1&limit=`, most recently seen first. */
export const deviceListSchema = v.looseObject({
  devices: v.array(deviceFactsSchema),
  /** Number of matching devices, listed or not. */
  total: v.number(),
});

/** `POST` and `DELETE /admin/devices/{fid}/block` */
export const deviceBlockSchema = v.looseObject({ fid: v.string(), isBlocked: v.boolean() });

export const rejectionSummarySchema = v.looseObject({
  writeId: v.string(),
  collection: v.string(),
  id: v.string(),
  code: v.string(),
  message: v.string(),
  path: v.string(),
  /** ISO time. */
  at: v.string(),
  /** `device:…` or `account:…`; null if no longer known. */
  owner: v.nullable(v.string()),
});
export type RejectionSummary = v.InferOutput<typeof rejectionSummarySchema>;

/** `GET /admin/rejections?collection=&limit=`, newest first. */
export const rejectionListSchema = v.looseObject({ rejections: v.array(rejectionSummarySchema) });

/** `GET /admin/rejections/content?writeId=`: with the content of the write. */
export const rejectionSchema = v.looseObject({
  ...rejectionSummarySchema.entries,
  payload: v.record(v.string(), v.unknown()),
});
export type RefusedWrite = v.InferOutput<typeof rejectionSchema>;

export const backupFactsSchema = v.looseObject({
  name: v.string(),
  /** ISO time. */
  at: v.string(),
  bytes: v.number(),
  /** Newest sequence it holds; null when its file can't be read. */
  sequence: v.nullable(v.number()),
});
export type BackupFacts = v.InferOutput<typeof backupFactsSchema>;

/** `GET /admin/backups`, newest first. `GET /admin/backups/{name}` returns the file, `DELETE` the remaining backups. */
export const backupListSchema = v.looseObject({ backups: v.array(backupFactsSchema) });

/** `GET /admin/backups/{name}/files`: stored files that the backup's data have, by their names in `DATA_DIR/files`. */
export const backupFilesSchema = v.looseObject({ files: v.array(v.string()) });

/** `POST /admin/backups`, once the backup is complete and verified. */
export const backupCreatedSchema = v.looseObject({
  ...backupFactsSchema.entries,
  /** Of the file, in hex. */
  sha256: v.string(),
});
