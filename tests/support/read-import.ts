import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportedDocument, ImportItem, RejectedPart } from '#server/import/import-item.ts';
import { openImport, type ImportParts, type ImportSettings } from '#server/import/open-import.ts';

export interface WholeImport {
  readonly format: string;
  readonly items: readonly ImportItem[];
  readonly documents: readonly ImportedDocument['document'][];
  readonly ids: readonly string[];
  readonly rejected: readonly RejectedPart[];
  readonly problems: RejectedPart['problems'];
  readonly notices: readonly string[];
  readonly leftOut: Readonly<Record<string, number>>;
  readonly readBytes: number;
}

type Settings = Partial<ImportSettings> & Partial<ImportParts>;

/** Reads a whole import file with this content. */
export async function readImport(
  content: string | Uint8Array,
  settings: Settings = {},
): Promise<WholeImport> {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  try {
    const file = join(folder, 'file');
    writeFileSync(file, content);
    return await readImportFile(file, settings);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function readImportFile(file: string, settings: Settings = {}): Promise<WholeImport> {
  const { createdAt = '2026-11-21T00:00:00.000Z', maxBytes = 1_000_000_000, signal, ...others } = settings;
  let made = 0;
  const createId = others.createId ?? (() => `new-${(made += 1)}`);
  const reading = await openImport(
    file,
    { name: 'notes.json', collection: 'notes', ...others },
    { createdAt, createId, maxBytes, signal },
  );
  const items: ImportItem[] = [];
  for await (const batch of reading.batches) items.push(...batch);
  const documents = items.filter((item) => item.kind === 'document');
  const rejected = items.filter((item) => item.kind === 'rejected');
  return {
    format: reading.format,
    items,
    documents: documents.map(({ document }) => document),
    ids: documents.map(({ id }) => id),
    rejected,
    problems: rejected.flatMap(({ problems }) => problems),
    notices: reading.notices(),
    leftOut: Object.fromEntries(reading.leftOut().map(({ name, count }) => [name, count])),
    readBytes: reading.readBytes(),
  };
}

/** Documents as NDJSON. */
export function toLines(documents: readonly unknown[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}
