import { splitLines } from '#cli/io/lines.ts';
import { Spool } from '#cli/io/spool.ts';
import {
  isPlainFieldName,
  toCsvRow,
  toCsvText,
  toCsvTitle,
  type CsvColumn,
} from '#shared/import/csv-cell.ts';

interface ColumnFacts {
  documents: number;
  hasOnlyTexts: boolean;
}

/**
 * A table with a column for each field. A field that is text in every document is written as text; any other becomes a
 * `name:json` column, so that the table can be imported without loss. Columns are known only after the last document, so
 * the documents are buffered in a temporary file.
 */
export async function* encodeCsv(documents: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const spool = await Spool.create();
  try {
    const facts = new Map<string, ColumnFacts>();
    let count = 0;
    for await (const bytes of documents) {
      const text = bytes.toString('utf8');
      collectFacts(facts, JSON.parse(text) as object);
      count += 1;
      await spool.add(bytes);
    }
    const columns = [...facts].map(([field, { documents, hasOnlyTexts }]): CsvColumn => {
      return { field, isJson: !hasOnlyTexts || documents < count || !isPlainFieldName(field) };
    });
    if (count > 0) yield Buffer.from(toCsvRow(columns.map(toCsvTitle)));
    for await (const bytes of splitLines(spool.read())) {
      const document = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;
      yield Buffer.from(toCsvRow(columns.map((column) => toCell(document, column))));
    }
  } finally {
    await spool.close();
  }
}

function collectFacts(facts: Map<string, ColumnFacts>, document: object): void {
  for (const [field, value] of Object.entries(document)) {
    const column = facts.get(field) ?? { documents: 0, hasOnlyTexts: true };
    column.documents += 1;
    column.hasOnlyTexts &&= typeof value === 'string';
    facts.set(field, column);
  }
}

function toCell(document: Readonly<Record<string, unknown>>, { field, isJson }: CsvColumn): string {
  if (!Object.hasOwn(document, field)) return '';
  const value = document[field];
  return isJson ? JSON.stringify(value) : toCsvText(String(value));
}
