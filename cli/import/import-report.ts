import { formatCount, countOf } from '#cli/io/numbers.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import type { ImportReport, PlanCounts } from '#shared/migration/plan.ts';

/** What was read, for a person: format, number of documents, notes, and what has no place in them. */
export function toReportLines({ format, documents, rejected, notices, leftOut }: ImportReport): string[] {
  const order = rejected === 0 ? ', all in order' : ` in order, ${formatCount(rejected)} not`;
  return [
    `${format}: ${countOf(documents, 'document')}${order}.`,
    ...notices.map((notice) => `Note: ${notice}`),
    ...(leftOut.length === 0 ? [] : ['', ...toLeftOutLines(leftOut).map((line) => `  ${line}`), '']),
  ];
}

function toLeftOutLines(leftOut: ImportReport['leftOut']): string[] {
  return toTextTable(
    [{ title: 'not imported' }, { title: 'values', isNumber: true }],
    leftOut.map(({ name, count }) => [toPrintable(name), formatCount(count)]),
  );
}

/** `2 created, 0 replaced, 1 unchanged`; the rarer fates only where there are any. */
export function toImportCountsText({ create, replace, merge, skip, unchanged }: PlanCounts): string {
  return [
    `${formatCount(create)} created`,
    `${formatCount(replace)} replaced`,
    ...(merge > 0 ? [`${formatCount(merge)} merged`] : []),
    ...(skip > 0 ? [`${formatCount(skip)} left as they are`] : []),
    `${formatCount(unchanged)} unchanged`,
  ].join(', ');
}

/** The same for a script. */
export function toImportResult({ create, replace, merge, skip, reject, unchanged }: PlanCounts) {
  return {
    created: create,
    replaced: replace,
    merged: merge,
    skipped: skip,
    rejected: reject,
    unchanged,
  };
}
