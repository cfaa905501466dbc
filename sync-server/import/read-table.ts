import { products } from '#shared/collections/products.ts';
import type { TableRow } from '#shared/import/import-problem.ts';
import { refuse, type FileBytes } from './file-bytes.ts';
import type { ReadPart } from './import-item.ts';
import type { ImportNotes } from './import-notes.ts';
import { createProductReader } from './product-table.ts';
import { isShopifyHeader } from './shopify-rows.ts';
import { readShopifyProducts } from './shopify-table.ts';
import { findColumns, readCells, toPart, toRawRow, type TableColumn } from './table-columns.ts';
import { readRows, type RowPart } from './table-rows.ts';

export interface TableSettings {
  readonly name: string;
  readonly collection: string;
  readonly category?: string | undefined;
  readonly unpublished?: 'import' | 'skip' | undefined;
  readonly types?: 'text' | 'detect' | undefined;
}

export interface TableReading {
  /** The detected kind of table, in words. */
  readonly name: string;
  readonly groups: AsyncIterable<Iterable<ReadPart>>;
}

type RowReader = (row: TableRow) => ReadPart;

/** Limit for Shopify tables, which are read as a whole. */
const MAX_SHOPIFY_CHARACTERS = 67_108_864;

/** Reads a table whose first line names the fields. @throws AppError for an invalid first line */
export async function openTable(
  bytes: FileBytes,
  settings: TableSettings,
  notes: ImportNotes,
): Promise<TableReading> {
  const header = await readHeader(bytes, settings.name);
  const isProducts = settings.collection === products.name;
  if (isShopifyHeader(header)) {
    const message = `${settings.name} is a Shopify product export; it goes into the collection products.`;
    if (!isProducts) throw refuse('shopify-collection', message);
    return { name: 'Shopify product CSV', groups: readShopify(bytes, settings, notes) };
  }
  return { name: isProducts ? 'Product CSV' : 'CSV', groups: readDocuments(bytes, header, settings, notes) };
}

async function readHeader(bytes: FileBytes, name: string): Promise<readonly string[]> {
  for await (const parts of readRows(bytes)) {
    for (const part of parts) {
      if (part.kind === 'row') return part.row.cells.map((title) => title.trim());
      const { line, byte, message } = part.problem;
      throw refuse(
        part.problem.code,
        `${name}, line ${line}${byte === undefined ? '' : ` (byte ${byte})`}: ${message}`,
      );
    }
  }
  throw refuse('empty-table', `${name} is empty; the first line of a table names its columns.`);
}

async function* readDocuments(
  bytes: FileBytes,
  header: readonly string[],
  settings: TableSettings,
  notes: ImportNotes,
): AsyncGenerator<Iterable<ReadPart>> {
  const columns = await findColumns(header, () => readRows(bytes), { ...settings, notes });
  const readRow =
    settings.collection === products.name
      ? createProductReader(columns, settings, notes)
      : (row: TableRow) => toPart(columns, row, readCells(columns, row, notes));
  let isHeader = true;
  for await (const parts of readRows(bytes)) {
    yield readAll(isHeader ? parts.slice(1) : parts, { readRow, header, columns });
    isHeader &&= parts.length === 0;
  }
}

interface RowReading {
  readonly readRow: RowReader;
  readonly header: readonly string[];
  readonly columns: readonly TableColumn[];
}

function* readAll(parts: readonly RowPart[], { readRow, header, columns }: RowReading): Generator<ReadPart> {
  for (const part of parts) {
    if (part.kind === 'problem') {
      yield { kind: 'rejected', problems: [part.problem], raw: undefined };
    } else if (part.row.cells.length === header.length) {
      yield readRow(part.row);
    } else {
      const { line, cells } = part.row;
      const message = `The row has ${cells.length} cells, the first line has ${header.length}; is a quote or comma missing?`;
      yield {
        kind: 'rejected',
        problems: [{ code: 'invalid-csv', line, message }],
        raw: toRawRow(columns, cells),
      };
    }
  }
}

/** Reads all rows at once, because a product's rows need not be adjacent. */
async function* readShopify(
  bytes: FileBytes,
  settings: TableSettings,
  notes: ImportNotes,
): AsyncGenerator<Iterable<ReadPart>> {
  const rows: TableRow[] = [];
  const problems: ReadPart[] = [];
  let characters = 0;
  for await (const parts of readRows(bytes)) {
    for (const part of parts) {
      if (part.kind === 'problem')
        problems.push({ kind: 'rejected', problems: [part.problem], raw: undefined });
      else {
        rows.push(part.row);
        characters += part.row.cells.reduce((sum, cell) => sum + cell.length, 0);
      }
    }
    if (characters > MAX_SHOPIFY_CHARACTERS) {
      throw refuse(
        'table-too-large',
        `${settings.name} holds more than 64 MiB of products. Split it into several files.`,
      );
    }
  }
  yield* readShopifyProducts(rows, settings, notes);
  yield problems;
}
