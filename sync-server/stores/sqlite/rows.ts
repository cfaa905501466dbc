import { crc32 } from 'node:zlib';
import type { Owner } from '#shared/access/actor.ts';
import type { Audience } from '#shared/access/decide-access.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type {
  DocumentData,
  HistoryRow,
  KeptRejection,
  KnownWrite,
  Operation,
  StoredDocument,
  StoredVerdict,
  TextDocument,
} from '#server/core/document-store.ts';

/** A head joined with the history entry it points to. */
export interface DocumentRow {
  readonly collection: string;
  readonly id: string;
  readonly sequence: number;
  readonly deleted: number;
  readonly owner: string | null;
  readonly audience: string;
  readonly writeId: string;
  readonly data: string;
  readonly checksum: number | null;
  readonly at: string;
  readonly updatedBy: string;
}

export function toStoredDocument(row: DocumentRow): StoredDocument {
  const { data, isDamaged } = readPayload(row);
  const document = {
    collection: row.collection,
    id: row.id,
    sequence: row.sequence,
    writeId: row.writeId,
    deleted: row.deleted === 1,
    owner: (row.owner ?? undefined) as Owner | undefined,
    audience: row.audience as Audience,
    data,
    updatedAt: row.at,
    updatedBy: row.updatedBy,
  };
  return isDamaged ? { ...document, isDamaged } : document;
}

/** As `DocumentRow`, without the collection that was asked for. */
export type TextRow = [
  id: string,
  sequence: number,
  deleted: number,
  owner: string | null,
  audience: string,
  writeId: string,
  data: string,
  checksum: number | null,
  at: string,
  updatedBy: string,
];

export function toTextDocument(collection: string, row: TextRow): TextDocument {
  const [id, sequence, deleted, owner, audience, writeId, json, checksum, updatedAt, updatedBy] = row;
  const document = {
    collection,
    id,
    sequence,
    writeId,
    deleted: deleted === 1,
    owner: (owner ?? undefined) as Owner | undefined,
    audience: audience as Audience,
    json,
    updatedAt,
    updatedBy,
  };
  return isDamagedText(json, checksum) ? { ...document, isDamaged: true } : document;
}

export interface EntryRow {
  readonly sequence: number;
  readonly collection: string;
  readonly documentId: string;
  readonly at: string;
  readonly madeAt: string | null;
  readonly operation: string;
  readonly writeId: string;
  readonly data: string;
  readonly checksum: number | null;
  readonly updatedBy: string;
  readonly device: string | null;
}

export function toHistoryRow(row: EntryRow): HistoryRow {
  const { data, isDamaged } = readPayload(row);
  const entry = {
    sequence: row.sequence,
    collection: row.collection,
    id: row.documentId,
    at: row.at,
    madeAt: row.madeAt ?? undefined,
    operation: row.operation as Operation,
    writeId: row.writeId,
    data,
    updatedBy: row.updatedBy,
    device: row.device ?? undefined,
  };
  return isDamaged ? { ...entry, isDamaged } : entry;
}

/** What was stored, or nothing: content that has changed on the disk is never taken for what somebody wrote. */
function readPayload({ data, checksum }: Pick<EntryRow, 'data' | 'checksum'>): {
  readonly data: DocumentData;
  readonly isDamaged?: true;
} {
  if (isDamagedText(data, checksum)) return { data: {}, isDamaged: true };
  return { data: JSON.parse(data) as DocumentData };
}

/** An entry from before there were checksums is whole when it can be read. */
function isDamagedText(data: string, checksum: number | null): boolean {
  if (checksum !== null) return crc32(data) !== checksum;
  try {
    JSON.parse(data);
    return false;
  } catch {
    return true;
  }
}

export type KnownWriteRow = Pick<EntryRow, 'collection' | 'documentId' | 'updatedBy' | 'device'>;

export function toKnownWrite({ collection, documentId, updatedBy, device }: KnownWriteRow): KnownWrite {
  return { collection, id: documentId, updatedBy, device: device ?? undefined };
}

export interface VerdictRow {
  readonly writeId: string;
  readonly collection: string;
  readonly id: string;
  readonly owner: string;
  readonly verdict: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly path: string | null;
}

export function toStoredVerdict(row: VerdictRow): StoredVerdict {
  return {
    writeId: row.writeId,
    collection: row.collection,
    id: row.id,
    owner: row.owner,
    verdict: row.verdict as StoredVerdict['verdict'],
    ...(row.code === null ? {} : { code: row.code as DocumentErrorCode }),
    ...(row.message === null ? {} : { message: row.message }),
    ...(row.path === null ? {} : { path: row.path }),
  };
}

export interface RejectionRow extends Omit<VerdictRow, 'owner' | 'verdict' | 'code' | 'message' | 'path'> {
  readonly owner: string | null;
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly payload: string;
  readonly at: number;
}

export function toKeptRejection({ owner, code, payload, ...row }: RejectionRow): KeptRejection {
  return {
    ...row,
    code: code as DocumentErrorCode,
    owner: owner ?? undefined,
    payload: JSON.parse(payload) as DocumentData,
  };
}
