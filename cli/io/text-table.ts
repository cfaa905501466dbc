/** A column title. Numbers are right-aligned. */
export interface TextColumn {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** Aligned lines, with a title line when any column has a title. */
export function toTextTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string[] {
  const hasTitles = columns.some(({ title }) => title !== '');
  const lines = hasTitles ? [columns.map(({ title }) => title), ...rows] : rows;
  const widths = columns.map((_column, index) =>
    Math.max(0, ...lines.map((line) => width(line[index] ?? ''))),
  );
  return lines.map((line) =>
    columns
      .map(({ isNumber }, index) => pad(line[index] ?? '', widths[index] ?? 0, isNumber ?? false))
      .join('  ')
      .trimEnd(),
  );
}

function pad(text: string, columns: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, columns - width(text)));
  return isRight ? space + text : text + space;
}

function width(text: string): number {
  return [...text].length;
}
