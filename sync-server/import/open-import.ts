import type { LeftOut } from '#shared/import/import-problem.ts';
import type { RenameSpec } from '#shared/migration/rename-spec.ts';
import { createWorkInSlices } from '#server/core/jobs/work-slices.ts';
import { createPartCheck, type PartCheck } from './check-part.ts';
import type { DocumentsPath } from './documents-path.ts';
import { openFileBytes, refuse, type FileBytes } from './file-bytes.ts';
import { findFormat, type FileFormat, type FormatChoice } from './file-format.ts';
import type { ImportItem, ReadPart } from './import-item.ts';
import { ImportNotes } from './import-notes.ts';
import { JsonCutter, type CutPart } from './json-values.ts';
import { readJson } from './read-json.ts';
import { openTable } from './read-table.ts';
import { splitLines, type ValueBytes } from './text-lines.ts';
import { unwrapPart } from './unwrap-part.ts';

export interface ImportSettings {
  /** File name, for messages and format detection, e.g. `catalogue.json.gz`. */
  readonly name: string;
  readonly collection: string;
  readonly format?: FormatChoice | undefined;
  /** Field that holds the id, e.g. `sku` or `_id.$oid`; otherwise `FBUID`, `id` or `_id`. */
  readonly idField?: string | undefined;
  /** Category of products without a recognisable one. */
  readonly category?: string | undefined;
  /** What to do with unpublished products of a Shopify table. */
  readonly unpublished?: 'import' | 'skip' | undefined;
  /** Applied before validation. */
  readonly rename?: RenameSpec | undefined;
  /** Path to the documents within one object: `rows[].doc`, `items`, `*` for a map of documents by id. */
  readonly documents?: string | undefined;
  /** `text` (default), or `detect`: columns of only numbers or only booleans get that type, and `null` becomes null. */
  readonly types?: 'text' | 'detect' | undefined;
}

export interface ImportParts {
  /** For documents without their own in a built-in collection. */
  readonly createdAt: string;
  readonly createId: () => string;
  /** Limit of the unpacked size. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ImportReading {
  /** In words, e.g. `NDJSON` or `Firestore, JSON array, packed`. */
  readonly format: string;
  /** The file's content in order, a few milliseconds of work per batch. @throws AppError */
  readonly batches: AsyncIterable<readonly ImportItem[]>;
  /** Bytes read from the file so far, before unpacking. */
  readBytes(): number;
  /** Sentences for the user; complete after the last batch. */
  notices(): readonly string[];
  /** Number of documents with a generated id; complete after the last batch. */
  newIds(): number;
  /** Content that is not imported; complete after the last batch. */
  leftOut(): readonly LeftOut[];
}

/** Maximum items per batch; the end of a chunk also ends a batch. */
const BATCH_ITEMS = 250;

/**
 * Opens an uploaded file for one read.
 * @throws AppError `invalid-argument` for an unreadable file, `resource-exhausted` (413) for an oversized one
 */
export async function openImport(
  file: string,
  settings: ImportSettings,
  parts: ImportParts,
): Promise<ImportReading> {
  const { name, collection } = settings;
  const bytes = await openFileBytes(file, { name, maxBytes: parts.maxBytes, signal: parts.signal });
  const notes = new ImportNotes();
  const check = createPartCheck({ ...settings, ...parts, collection, notes });
  const format = findFormat(bytes, settings);
  const { name: formatName, groups } = await openParts(bytes, format, settings, notes);
  return {
    format: bytes.isGzip ? `${formatName}, packed` : formatName,
    batches: checkInBatches(groups, check, parts.signal),
    readBytes: () => bytes.readBytes(),
    notices: () => notes.toSentences(),
    newIds: () => notes.newIds,
    leftOut: () => notes.toLeftOut(),
  };
}

interface PartsReading {
  readonly name: string;
  /** Parts of one chunk of the file each. */
  readonly groups: AsyncIterable<Iterable<ReadPart>>;
}

async function openParts(
  bytes: FileBytes,
  format: FileFormat,
  settings: ImportSettings,
  notes: ImportNotes,
): Promise<PartsReading> {
  if (format.kind === 'table') return openTable(bytes, settings, notes);
  const groups =
    format.kind === 'lines' ? readLines(bytes, notes) : readValues(bytes, format.path, settings, notes);
  return { name: format.name, groups };
}

async function* checkInBatches(
  groups: AsyncIterable<Iterable<ReadPart>>,
  { prepare, check }: PartCheck,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ImportItem[]> {
  const workInSlices = createWorkInSlices(() => signal?.aborted === true);
  for await (const group of groups) {
    let batch: ImportItem[] = [];
    for (const part of group) {
      if (!(await workInSlices(prepare(part)))) signal?.throwIfAborted();
      const item = check(part);
      if (item) batch.push(item);
      if (batch.length === BATCH_ITEMS) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
}

/** One document per line. */
async function* readLines(
  { chunks, firstByte }: FileBytes,
  notes: ImportNotes,
): AsyncGenerator<Iterable<ReadPart>> {
  for await (const lines of splitLines(chunks, firstByte)) yield readAll(lines, notes);
}

/** Documents at a path within JSON. */
async function* readValues(
  { chunks, firstByte }: FileBytes,
  path: DocumentsPath,
  { name, documents }: ImportSettings,
  notes: ImportNotes,
): AsyncGenerator<Iterable<ReadPart>> {
  const cutter = new JsonCutter(path, firstByte);
  for await (const chunk of chunks) yield readCut(cutter.push(chunk), notes);
  yield readCut(cutter.end(), notes);
  if (cutter.emptyEntries > 0) notes.leaveOut(`entries without ${path.at(-1)}`, cutter.emptyEntries);
  if (!cutter.hasReachedPath && !cutter.isBroken && documents !== undefined) {
    throw refuse('documents-not-found', `There is nothing at ${documents} in ${name}.`);
  }
}

function* readAll(values: readonly ValueBytes[], notes: ImportNotes): Generator<ReadPart> {
  for (const value of values) {
    const part = readJson(value, notes);
    if (part) yield unwrapPart(part, notes);
  }
}

function* readCut(cuts: readonly CutPart[], notes: ImportNotes): Generator<ReadPart> {
  for (const cut of cuts) {
    if (cut.kind === 'value') yield* readAll([cut.value], notes);
    else yield { kind: 'rejected', problems: [cut.problem], raw: undefined };
  }
}
