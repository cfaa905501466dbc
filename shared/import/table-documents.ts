import { products } from '#shared/collections/products.ts';
import { parseCsvColumn, type CsvColumn } from './csv-cell.ts';
import { findHeaderProblems, mapCsvRow } from './csv-documents.ts';
import { collectTable, toRawRow, type CsvPart, type CsvTable } from './csv-table.ts';
import type { ImportProblem, LeftOut, MappedDocuments } from './import-problem.ts';
import type { ParsedDocument } from './parse-document.ts';
import { runSteps } from './mapping-steps.ts';
import { mapProductRows } from './product-csv.ts';
import { isShopifyHeader } from './shopify/shopify-columns.ts';
import { mapShopifyRows, type ShopifyCsvOptions } from './shopify/shopify-csv.ts';

export interface TableOptions extends ShopifyCsvOptions {
  readonly collection: string;
}

export type TableFormat = 'CSV' | 'Product CSV' | 'Shopify product CSV';

export interface TableDocuments {
  /** What the table was taken for, in words. */
  readonly format: TableFormat;
  readonly documents: AsyncIterable<ParsedDocument>;
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Documents of a table: row by row in general; of products all rows together, for one product may have several.
 * @param pause is awaited now and then while many rows are looked at
 * @returns `undefined` for a Shopify product export that is to go anywhere but into the products
 */
export async function readTableDocuments(
  parts: AsyncGenerator<CsvPart>,
  options: TableOptions,
  pause = async () => {},
): Promise<TableDocuments | undefined> {
  const { value: first } = await parts.next();
  const header = first?.kind === 'header' ? first.header : [];
  const isShopify = isShopifyHeader(header);
  const isProducts = options.collection === products.name;
  if (isShopify && !isProducts) {
    await parts.return(undefined);
    return undefined;
  }
  if (!isProducts || header.length === 0) {
    return { format: 'CSV', documents: mapRows(header, follow(first, parts)), notices: [], leftOut: [] };
  }
  const table = await collectTable(follow(first, parts));
  const mapRowsOf = isShopify ? mapShopifyRows : mapProductRows;
  const mapped = await runSteps(mapRowsOf(header, table.rows, options), pause);
  return {
    format: isShopify ? 'Shopify product CSV' : 'Product CSV',
    documents: toParsed(mapped, table),
    notices: mapped.notices,
    leftOut: mapped.leftOut,
  };
}

async function* follow(first: CsvPart | undefined, rest: AsyncIterable<CsvPart>): AsyncGenerator<CsvPart> {
  if (first) yield first;
  yield* rest;
}

async function* mapRows(
  header: readonly string[],
  parts: AsyncIterable<CsvPart>,
): AsyncGenerator<ParsedDocument> {
  const columns: readonly CsvColumn[] = header.map(parseCsvColumn);
  const problems = findHeaderProblems(header, columns);
  for (const problem of problems) yield { kind: 'problem', problem };
  for await (const part of parts) {
    if (part.kind === 'problem') yield part;
    if (part.kind !== 'row' || problems.length > 0) continue;
    const mapped = mapCsvRow(columns, part.row);
    if (mapped.kind === 'document') yield mapped;
    else yield* toProblem(mapped.problems, toRawRow(header, part.row.cells));
  }
}

/** What was mapped, without the documents of rows in which something is wrong. */
async function* toParsed(
  mapped: MappedDocuments,
  { header, rows, problems }: CsvTable,
): AsyncGenerator<ParsedDocument> {
  for (const problem of problems) yield { kind: 'problem', problem };
  const cellsOfLine = new Map(rows.map(({ line, cells }) => [line, cells]));
  const wrong = new Map<number, ImportProblem[]>();
  for (const problem of mapped.problems) {
    const found = wrong.get(problem.line);
    if (found) found.push(problem);
    else wrong.set(problem.line, [problem]);
  }
  for (const [line, found] of wrong) {
    const cells = cellsOfLine.get(line);
    yield* toProblem(found, cells && toRawRow(header, cells));
  }
  for (const source of mapped.documents) if (!wrong.has(source.line)) yield { kind: 'document', source };
}

function toProblem(
  [problem, ...also]: MappedDocuments['problems'],
  raw: string | undefined,
): readonly ParsedDocument[] {
  return problem ? [{ kind: 'problem', problem, also, raw }] : [];
}
