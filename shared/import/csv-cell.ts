/** Suffix of a column name whose cells contain JSON; an empty cell there is a missing field. */
export const JSON_COLUMN_SUFFIX = ':json';

/** A column's field name, and whether its cells hold JSON. */
export interface CsvColumn {
  readonly field: string;
  readonly isJson: boolean;
}

export function parseCsvColumn(title: string): CsvColumn {
  const name = fromCsvText(title);
  return name.endsWith(JSON_COLUMN_SUFFIX)
    ? { field: name.slice(0, -JSON_COLUMN_SUFFIX.length), isJson: true }
    : { field: name, isJson: false };
}

/** A column's title, escaped like its texts: a field name may be a formula too. */
export function toCsvTitle({ field, isJson }: CsvColumn): string {
  return toCsvText(isJson ? field + JSON_COLUMN_SUFFIX : field);
}

/** Whether the column can hold plain texts; a field name that ends like a JSON column's needs the suffix itself. */
export function isPlainFieldName(field: string): boolean {
  return !field.endsWith(JSON_COLUMN_SUFFIX);
}

// Spreadsheets run such a cell as a formula, and anyone can write such text into an enquiry.
const FORMULA = /^'*[=+\-@\t\r]/;

/** Escapes a text so that a spreadsheet shows it and never runs it. */
export function toCsvText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Undoes `toCsvText`. */
export function fromCsvText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** One row of a table, with its line end. */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
