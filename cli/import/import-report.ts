import { formatCount, countOf } from '#cli/io/numbers.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import type { ImportReport, PlanCounts } from '#shared/migration/plan.ts';

/** Summary of the file: format, number of documents, notes, and the values that were not imported. */
export function toReportLines({ format, documents, rejected, notices, leftOut }: ImportReport): string[] {
  const validity = rejected === 0 ? ', all valid' : ` valid, ${formatCount(rejected)} invalid`;
  return [
    `${format}: ${countOf(documents, 'document')}${validity}.`,
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

/** `2 created, 0 replaced, 1 unchanged`; other counts only when not zero. */
export function toImportCountsText({ create, replace, merge, skip, unchanged }: PlanCounts): string {
  return [
    `${formatCount(create)} created`,
    `${formatCount(replace)} replaced`,
    ...(merge > 0 ? [`${formatCount(merge)} merged`] : []),
    ...(skip > 0 ? [`${formatCount(skip)} skipped`] : []),
    `${formatCount(unchanged)} unchanged`,
  ].join(', ');
}

/** The counts for `--json`. */
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
