import { fromCsvText, type CsvColumn } from './csv-cell.ts';
import type { ImportProblem, SourceDocument, TableRow } from './import-problem.ts';
import { findJsonMistake } from './json-scanner.ts';

// Empty means "none" here, where the empty text would be refused.
const NEVER_EMPTY: readonly string[] = ['FBUID', 'id', 'createdAt'];

/** What becomes of one row. */
export type MappedRow =
  | { readonly kind: 'document'; readonly source: SourceDocument }
  | { readonly kind: 'problems'; readonly problems: readonly ImportProblem[] };

/** One row of any collection: the header names the fields, cells are text, cells of `name:json` columns are JSON values. */
export function mapCsvRow(columns: readonly CsvColumn[], { line, cells }: TableRow): MappedRow {
  const problems: ImportProblem[] = [];
  const fields = columns.flatMap((column, index) =>
    toField({ column, cell: cells[index] ?? '', line, problems }),
  );
  if (problems.length > 0) return { kind: 'problems', problems };
  return { kind: 'document', source: { line, document: Object.fromEntries(fields) } };
}

/** Columns that make the whole table unreadable. */
export function findHeaderProblems(
  header: readonly string[],
  columns: readonly CsvColumn[],
): ImportProblem[] {
  const seen = new Set<string>();
  return columns.flatMap(({ field }, index): ImportProblem[] => {
    const title = header[index] ?? '';
    const message =
      field === ''
        ? `Column ${index + 1} has no name in the first line.`
        : seen.has(field)
          ? `The column "${title}" stands twice in the first line.`
          : undefined;
    seen.add(field);
    return message === undefined ? [] : [{ code: 'unknown-column', line: 1, path: title, message }];
  });
}

interface CellSource {
  readonly column: CsvColumn;
  readonly cell: string;
  readonly line: number;
  readonly problems: ImportProblem[];
}

function toField({ column, cell, line, problems }: CellSource): [string, unknown][] {
  if (!column.isJson) {
    return cell === '' && NEVER_EMPTY.includes(column.field) ? [] : [[column.field, fromCsvText(cell)]];
  }
  const value = parseJsonCell(cell);
  if (value.kind === 'value') return [[column.field, value.value]];
  if (value.kind === 'mistake') {
    problems.push({ code: value.code, line, path: column.field, message: value.message });
  }
  return [];
}

export type JsonCell =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'mistake'; readonly code: ImportProblem['code']; readonly message: string };

export function parseJsonCell(cell: string): JsonCell {
  if (cell.trim() === '') return { kind: 'empty' };
  const mistake = findJsonMistake(cell);
  if (mistake) return { kind: 'mistake', code: mistake.code, message: mistake.message };
  return { kind: 'value', value: JSON.parse(cell) };
}
