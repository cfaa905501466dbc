import type { Colours } from '#cli/io/colours.ts';
import { toDifferenceLines } from '#cli/io/difference-lines.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { PLAN_ACTIONS, type Plan, type PlanAction, type PlanProblem } from '#shared/migration/plan.ts';

const SHOWN_PROBLEMS = 20;
const SHOWN_FIELDS = 40;
const MAX_CELL = 60;

const WORDS: Readonly<Record<PlanAction, string>> = {
  create: 'created',
  replace: 'replaced',
  merge: 'merged',
  delete: 'deleted',
  skip: 'skipped',
  reject: 'rejected',
  unchanged: 'unchanged',
};

export interface PlanView {
  readonly plan: Plan;
  /** Title of the plan, e.g. `Plan: copy "a" to "b"`. */
  readonly title: string;
  /** Sentences about names that nothing has. */
  readonly missing: readonly string[];
  readonly samples: number;
  /** Whether to list skipped and rejected documents with the reason. */
  readonly listsProblems: boolean;
  readonly colours: Colours;
}

/** Formats a plan: counts, renamed fields, then samples before and after. */
export function toPlanLines({ plan, title, missing, samples, listsProblems, colours }: PlanView): string[] {
  const shown = plan.samples.slice(0, samples);
  return [
    `${toPrintable(title)}: ${toCountsText(plan.counts)}`,
    ...toRenamedLines(plan),
    ...toNoteLines(plan, missing),
    ...(listsProblems && plan.problemCount > 0
      ? ['', ...toProblemLines(plan.problems, plan.problemCount).map((line) => `  ${line}`)]
      : []),
    ...shown.flatMap(({ id, action, before, after }) => [
      '',
      `${toPrintable(id)} ${colours.faint(`(${WORDS[action]})`)}`,
      ...toDifferenceLines(before, after, colours).map((line) => `  ${line}`),
    ]),
  ];
}

/** `2 created, 1 replaced`, or `no documents`. */
export function toCountsText(counts: Readonly<Record<PlanAction, number>>): string {
  const parts = PLAN_ACTIONS.filter((action) => counts[action] > 0).map(
    (action) => `${formatCount(counts[action])} ${WORDS[action]}`,
  );
  return parts.length === 0 ? 'no documents' : parts.join(', ');
}

/** One line for each of the first problems, then the number of further ones. */
export function toProblemLines(
  problems: readonly PlanProblem[],
  count: number,
  { showsCodes = false } = {},
): string[] {
  const rows = problems.slice(0, SHOWN_PROBLEMS).map((problem) => {
    const { id, path, message, code } = problem;
    const text = showsCodes ? `${message} (${code})` : message;
    return [toPositionText(problem), shorten(id), shorten(path), toPrintable(text)];
  });
  // Drop columns that are empty in every row.
  const used = [0, 1, 2, 3].filter((index) => rows.some((row) => row[index] !== ''));
  const table = toTextTable(
    used.map(() => ({ title: '' })),
    rows.map((row) => used.map((index) => row[index] ?? '')),
  );
  return count > rows.length ? [...table, `… and ${formatCount(count - rows.length)} more`] : table;
}

function toPositionText({ line, column, byte }: PlanProblem): string {
  if (line === undefined) return '';
  const inLine = column === undefined ? '' : `, column ${formatCount(column)}`;
  return `line ${formatCount(line)}${inLine}${byte === undefined ? '' : ` (byte ${formatCount(byte)})`}`;
}

function shorten(text: string): string {
  const printable = toPrintable(text);
  return printable.length <= MAX_CELL ? printable : `${printable.slice(0, MAX_CELL - 1)}…`;
}

function toRenamedLines({ renamed }: Plan): string[] {
  if (renamed.length === 0) return [];
  const table = toTextTable(
    [{ title: 'field' }, { title: 'becomes' }, { title: 'documents', isNumber: true }],
    renamed
      .slice(0, SHOWN_FIELDS)
      .map(({ path, to, documents }) => [toPrintable(path), toPrintable(to), formatCount(documents)]),
  );
  const hidden = renamed.length - SHOWN_FIELDS;
  return ['', ...table, ...(hidden > 0 ? [`… and ${countOf(hidden, 'more field')}`] : [])];
}

/** Names that nothing has, and side effects of a rename. */
function toNoteLines({ collisions, lostValues, reordered }: Plan, missing: readonly string[]): string[] {
  const notes = [
    ...missing.map(toPrintable),
    ...(collisions > 0 ? [`${countOf(collisions, 'collision')} with an existing name.`] : []),
    ...(lostValues > 0 ? [`${countOf(lostValues, 'value')} dropped by a collision.`] : []),
    ...(reordered > 0
      ? [`${countOf(reordered, 'document')} with a new integer name such as 12, which moves to the front.`]
      : []),
  ];
  return notes.length === 0 ? [] : ['', notes.join(' ')];
}

/** Number of documents that a plan writes or deletes. */
export function countWrites({ create, replace, merge, delete: gone }: Plan['counts']): number {
  return create + replace + merge + gone;
}
