import { formatCount } from '#cli/io/numbers.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import type { ImportProblem, LeftOut } from '#shared/import/import-problem.ts';

const SHOWN = 20;
const MAX_CELL = 40;

export function toSortedProblems(problems: readonly ImportProblem[]): ImportProblem[] {
  return [...problems].sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));
}

/** The first problems as an aligned table, then how many there are besides. */
export function toProblemLines(problems: readonly ImportProblem[], count: number): string[] {
  const rows = problems
    .slice(0, SHOWN)
    .map((problem) => [
      toPlace(problem),
      shorten(problem.id ?? ''),
      shorten(problem.path ?? ''),
      toPrintable(`${problem.message} (${problem.code})`),
    ]);
  // A column that is empty in every row takes no room.
  const used = [0, 1, 2, 3].filter((index) => rows.some((row) => row[index] !== ''));
  const table = toTextTable(
    used.map(() => ({ title: '' })),
    rows.map((row) => used.map((index) => row[index] ?? '')),
  );
  const hidden = count - rows.length;
  return hidden > 0 ? [...table, `… and ${formatCount(hidden)} more`] : table;
}

const HINTS: Readonly<Record<string, string>> = {
  'unknown-category':
    '--category drones, batteries or propellers: names one for products whose own can’t be told.',
  unpublished: '--unpublished import or skip: says what becomes of products that are not published.',
};

/** Options that cure some of the problems; `undefined` when none does. */
export function toProblemHint(problems: readonly ImportProblem[]): string | undefined {
  const codes = new Set(problems.map(({ code }) => code));
  const hints = [...codes].flatMap((code) => HINTS[code] ?? []);
  return hints.length === 0 ? undefined : hints.join('\n');
}

/** What has no place in the documents, by column or field. */
export function toLeftOutLines(leftOut: readonly LeftOut[]): string[] {
  return toTextTable(
    [{ title: 'not imported' }, { title: 'values', isNumber: true }],
    leftOut.map(({ name, count }) => [shorten(name, 60), formatCount(count)]),
  );
}

function toPlace({ line, column, byte }: ImportProblem): string {
  if (line === 0) return '';
  const inLine = column === undefined ? '' : `, column ${formatCount(column)}`;
  return `line ${formatCount(line)}${inLine}${byte === undefined ? '' : ` (byte ${formatCount(byte)})`}`;
}

function shorten(text: string, maxLength = MAX_CELL): string {
  const printable = toPrintable(text);
  return printable.length <= maxLength ? printable : `${printable.slice(0, maxLength - 1)}…`;
}
