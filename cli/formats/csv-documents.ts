import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Input } from '#cli/io/input.ts';
import { products } from '#shared/collections/products.ts';
import { parseCsvColumn, type CsvColumn } from '#shared/import/csv-cell.ts';
import { findHeaderProblems, mapCsvRow } from '#shared/import/csv-documents.ts';
import type { ImportProblem, MappedDocuments } from '#shared/import/import-problem.ts';
import type { ParsedDocument } from '#shared/import/parse-document.ts';
import { mapProductRows } from '#shared/import/product-csv.ts';
import { isShopifyHeader } from '#shared/import/shopify/shopify-columns.ts';
import { mapShopifyRows } from '#shared/import/shopify/shopify-csv.ts';
import { collectTable, readCsvRows, toRawRow, type CsvPart, type CsvTable } from './csv-table.ts';
import type { SourceDocuments, SourceOptions } from './source-documents.ts';

/** Documents of a table: row by row in general; of products all rows together, for one product may have several. */
export async function readCsvDocuments(input: Input, options: SourceOptions): Promise<SourceDocuments> {
  const parts = readCsvRows(input);
  const { value: first } = await parts.next();
  const header = first?.kind === 'header' ? first.header : [];
  const isShopify = isShopifyHeader(header);
  const isProducts = options.collection === products.name;
  if (isShopify && !isProducts) {
    await parts.return(undefined);
    throw new Failure(
      EXIT.usage,
      `${input.name} is a Shopify product export; it goes into the collection products.`,
    );
  }
  if (!isProducts || header.length === 0) {
    return {
      format: 'CSV',
      groups: oneByOne(mapRows(header, follow(first, parts))),
      notices: [],
      leftOut: [],
    };
  }
  const table = await collectTable(follow(first, parts));
  const mapped = isShopify
    ? mapShopifyRows(header, table.rows, options)
    : mapProductRows(header, table.rows, options);
  return {
    format: isShopify ? 'Shopify product CSV' : 'Product CSV',
    groups: oneByOne(toParsed(mapped, table)),
    notices: mapped.notices,
    leftOut: mapped.leftOut,
  };
}

async function* oneByOne(documents: AsyncIterable<ParsedDocument>): AsyncGenerator<ParsedDocument[]> {
  for await (const document of documents) yield [document];
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
