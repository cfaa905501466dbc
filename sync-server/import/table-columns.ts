import { fromCsvText, parseCsvColumn } from '#shared/import/csv-cell.ts';
import type { ImportProblem, TableRow } from '#shared/import/import-problem.ts';
import { classifyNumber } from './exact-number.ts';
import { refuse } from './file-bytes.ts';
import type { ReadPart } from './import-item.ts';
import type { ImportNotes } from './import-notes.ts';
import { parseStrict } from './read-json.ts';
import type { RowPart } from './table-rows.ts';

export type CellType = 'text' | 'json' | 'number' | 'boolean';

export interface TableColumn {
  /** Index of its cells in a row. */
  readonly index: number;
  /** Title in the first line; `column 1` when that is empty. */
  readonly title: string;
  readonly field: string;
  readonly type: CellType;
}

interface ColumnSurvey {
  isEmpty: boolean;
  isNumber: boolean;
  isBoolean: boolean;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/i;
/** An empty cell means a missing field, because validation rejects empty text here. */
const NEVER_EMPTY: readonly string[] = ['FBUID', 'id', '_id', 'createdAt'];
/** Never converted to other types. */
const ALWAYS_TEXT: readonly string[] = ['FBUID', 'createdAt'];

export interface ColumnOptions {
  /** File name for messages. */
  readonly name: string;
  readonly types?: 'text' | 'detect' | undefined;
  readonly notes: ImportNotes;
}

/**
 * Finds the columns of a table. Unnamed columns without values are left out; others get a name. Type detection and
 * unnamed columns need an additional pass over all rows.
 * @param readRows reads the table from its beginning, including the first line
 * @throws AppError for a duplicate column name
 */
export async function findColumns(
  header: readonly string[],
  readRows: () => AsyncIterable<readonly RowPart[]>,
  { name, types, notes }: ColumnOptions,
): Promise<readonly TableColumn[]> {
  const needsSurvey = types === 'detect' || header.includes('');
  const surveys = needsSurvey ? await surveyColumns(header, readRows()) : [];
  const columns = header.flatMap((title, index): TableColumn[] => {
    const survey = surveys[index];
    if (title === '') {
      const what = `Column ${index + 1} has no name in the first line`;
      notes.add(
        survey?.isEmpty
          ? `${what} and no values; it is left out.`
          : `${what}; it is called "column ${index + 1}".`,
      );
      if (survey?.isEmpty) return [];
    }
    const { field, isJson } = parseCsvColumn(title === '' ? `column ${index + 1}` : title);
    const type = isJson
      ? 'json'
      : types === 'detect' && !ALWAYS_TEXT.includes(field)
        ? toType(survey)
        : 'text';
    return [{ index, title: title === '' ? field : title, field, type }];
  });
  const twice = columns.find(
    ({ field }, index) => columns.findIndex((other) => other.field === field) !== index,
  );
  if (twice)
    throw refuse('unknown-column', `${name} has the column "${twice.title}" twice in its first line.`);
  if (columns.some(({ field }) => field === '')) {
    throw refuse('unknown-column', `${name} has a column ":json" without a field name in its first line.`);
  }
  return columns;
}

async function surveyColumns(
  header: readonly string[],
  rows: AsyncIterable<readonly RowPart[]>,
): Promise<readonly ColumnSurvey[]> {
  const surveys = header.map((): ColumnSurvey => ({ isEmpty: true, isNumber: true, isBoolean: true }));
  let isHeader = true;
  for await (const parts of rows) {
    for (const part of parts) {
      if (part.kind === 'row' && !isHeader)
        for (const [index, survey] of surveys.entries()) updateSurvey(survey, part.row.cells[index] ?? '');
      isHeader = false;
    }
  }
  return surveys;
}

function updateSurvey(survey: ColumnSurvey, cell: string): void {
  if (cell.trim() === '') return;
  survey.isEmpty = false;
  if (cell === 'null') return;
  survey.isNumber &&= NUMBER.test(cell) && classifyNumber(cell) !== 'changed';
  survey.isBoolean &&= BOOLEAN.test(cell);
}

/** A column of only `null` matches every type; its cells are null either way. */
function toType(survey: ColumnSurvey | undefined): CellType {
  if (survey === undefined || survey.isEmpty) return 'text';
  return survey.isNumber ? 'number' : survey.isBoolean ? 'boolean' : 'text';
}

/** The document of a row and the problems of its cells. */
export interface RowContent {
  readonly document: Readonly<Record<string, unknown>>;
  readonly problems: readonly ImportProblem[];
}

export function toPart(
  columns: readonly TableColumn[],
  { line, cells }: TableRow,
  content: RowContent,
): ReadPart {
  const { document, problems } = content;
  if (problems.length > 0) return { kind: 'rejected', problems, raw: toRawRow(columns, cells) };
  return { kind: 'document', document, line };
}

/** A row as JSON, keyed by column titles; cells without a column are numbered. */
export function toRawRow(columns: readonly TableColumn[], cells: readonly string[]): string {
  const titles = new Map(columns.map(({ index, title }) => [index, title]));
  const named = cells.map((cell, index) => [titles.get(index) ?? `column ${index + 1}`, cell] as const);
  return JSON.stringify(
    Object.fromEntries(named.filter(([, cell], index) => titles.has(index) || cell !== '')),
  );
}

/** Reads a row of any collection's table. */
export function readCells(
  columns: readonly TableColumn[],
  { line, cells }: TableRow,
  notes: ImportNotes,
): RowContent {
  const problems: ImportProblem[] = [];
  const fields: [string, unknown][] = [];
  for (const { index, field, type } of columns) {
    const cell = cells[index] ?? '';
    if (type === 'text') {
      if (cell !== '' || !NEVER_EMPTY.includes(field)) fields.push([field, fromCsvText(cell)]);
    } else if (type === 'json') {
      const { value, problem } = readJsonCell(cell, notes);
      if (problem) problems.push({ ...problem, line, path: field });
      else if (value !== undefined) fields.push([field, value]);
    } else {
      const isNull = cell === 'null' || cell.trim() === '';
      fields.push([field, isNull ? null : type === 'number' ? Number(cell) : cell.toLowerCase() === 'true']);
    }
  }
  return { document: Object.fromEntries(fields), problems };
}

/** Parses a JSON cell. An empty cell gives neither value nor problem. */
export function readJsonCell(
  cell: string,
  notes: ImportNotes,
): { readonly value?: unknown; readonly problem?: Pick<ImportProblem, 'code' | 'message'> } {
  if (cell.trim() === '') return {};
  const { value, mistakes } = parseStrict(cell, notes);
  const [mistake] = mistakes;
  return mistake ? { problem: { code: mistake.code, message: mistake.message } } : { value };
}
