import { findFieldDifferences } from '#shared/migration/field-differences.ts';
import type { Colours } from './colours.ts';
import { toPrintable, toPrintableJson } from './terminal.ts';

const MAX_VALUE = 100;

type Document = Readonly<Record<string, unknown>> | null;

/** One line for each removed and each added value: `- title: "A"`, `+ name: "A"`. */
export function toDifferenceLines(before: Document, after: Document, colours: Colours): string[] {
  return findFieldDifferences(before, after).flatMap((difference) => {
    const path = toPrintable(difference.path);
    return [
      ...('before' in difference ? [colours.red(`- ${path}: ${toValue(difference.before)}`)] : []),
      ...('after' in difference ? [colours.green(`+ ${path}: ${toValue(difference.after)}`)] : []),
    ];
  });
}

function toValue(value: unknown): string {
  const text = toPrintableJson(value);
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1)}…`;
}
