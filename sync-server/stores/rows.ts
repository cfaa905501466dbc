import { crc32 } from 'node:zlib';
import type { Owner } from '#shared/access/actor.ts';
import type { Audience } from '#shared/access/decide-access.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import type {
  StoredRejection,
  KnownWrite,
  StoredVerdict,
  TextDocument,
} from '#server/core/document-store.ts';
import type { DocumentData, HistoryRow, StoredDocument } from '#server/core/stored-document.ts';
import type { WriteNames } from './write-names.ts';

/** Meaning of the numbers in `history.operation`. */
export const OPERATIONS = ['create', 'update', 'delete', 'coalesced'] as const;

/** A head joined with its history entry and that entry's batch. */
export interface DocumentRow {
  readonly id: string;
  readonly sequence: number;
  readonly deleted: number;
  readonly owner: string | null;
  readonly audience: string;
  readonly writeId: string | null;
  readonly data: string;
  readonly checksum: number;
  readonly at: string;
  readonly updatedBy: string;
}

/** A `DocumentRow` as a tuple. */
export type TextRow = [
  id: string,
  sequence: number,
  deleted: number,
  owner: string | null,
  audience: string,
  writeId: string | null,
  data: string,
  checksum: number,
  at: string,
  updatedBy: string,
];

/** An entry joined with its batch and its collection. */
export interface EntryRow {
  readonly sequence: number;
  readonly collection: string;
  readonly documentId: string;
  readonly at: string;
  readonly madeAt: string | null;
  /** Index in `OPERATIONS`. */
  readonly operation: number;
  readonly writeId: string | null;
  readonly data: string;
  readonly checksum: number;
  readonly updatedBy: string;
  readonly device: string | null;
}

/** Maps rows of documents and entries to the port's types. */
export type RowReader = ReturnType<typeof createRowReader>;

export function createRowReader({ toWriteId }: WriteNames) {
  return {
    toStoredDocument(collection: string, row: DocumentRow): StoredDocument {
      const { data, isDamaged } = readPayload(row);
      const document = {
        collection,
        id: row.id,
        sequence: row.sequence,
        writeId: toWriteId(row.sequence, row.writeId),
        deleted: row.deleted === 1,
        owner: (row.owner ?? undefined) as Owner | undefined,
        audience: row.audience as Audience,
        data,
        updatedAt: row.at,
        updatedBy: row.updatedBy,
      };
      return isDamaged ? { ...document, isDamaged } : document;
    },
    toTextDocument(collection: string, row: readonly [...TextRow, ...unknown[]]): TextDocument {
      const [id, sequence, deleted, owner, audience, writeId, json, checksum, updatedAt, updatedBy] = row;
      const document = {
        collection,
        id,
        sequence,
        writeId: toWriteId(sequence, writeId),
        deleted: deleted === 1,
        owner: (owner ?? undefined) as Owner | undefined,
        audience: audience as Audience,
        json,
        updatedAt,
        updatedBy,
      };
      return crc32(json) === checksum ? document : { ...document, isDamaged: true };
    },
    toHistoryRow(row: EntryRow): HistoryRow {
      const { data, isDamaged } = readPayload(row);
      const entry = {
        sequence: row.sequence,
        collection: row.collection,
        id: row.documentId,
        at: row.at,
        madeAt: row.madeAt ?? undefined,
        operation: OPERATIONS[row.operation] ?? 'update',
        writeId: toWriteId(row.sequence, row.writeId),
        data,
        updatedBy: row.updatedBy,
        device: row.device ?? undefined,
      };
      return isDamaged ? { ...entry, isDamaged } : entry;
    },
  };
}

/** The stored content, or nothing if it fails its checksum: damaged content is never served. */
function readPayload({ data, checksum }: Pick<EntryRow, 'data' | 'checksum'>): {
  readonly data: DocumentData;
  readonly isDamaged?: true;
} {
  if (crc32(data) !== checksum) return { data: {}, isDamaged: true };
  return { data: JSON.parse(data) as DocumentData };
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

export function toStoredRejection({ owner, code, payload, ...row }: RejectionRow): StoredRejection {
  return {
    ...row,
    code: code as DocumentErrorCode,
    owner: owner ?? undefined,
    payload: JSON.parse(payload) as DocumentData,
  };
}
