import type { ImportAnswer } from '#shared/api/messages.ts';
import { formatCount } from '#cli/io/numbers.ts';

const FATES = ['created', 'replaced', 'merged', 'skipped', 'rejected', 'unchanged'] as const;

/** What became of the documents of an import. */
export type ImportCounts = Readonly<Record<(typeof FATES)[number], number>>;

export const NO_COUNTS: ImportCounts = {
  created: 0,
  replaced: 0,
  merged: 0,
  skipped: 0,
  rejected: 0,
  unchanged: 0,
};

export function addCounts(counts: ImportCounts, answer: ImportAnswer): ImportCounts {
  const sums = FATES.map((fate) => [fate, counts[fate] + answer[fate]] as const);
  return Object.fromEntries(sums) as Record<(typeof FATES)[number], number>;
}

/** `2 created, 0 replaced, 1 unchanged`; the rarer fates only where there are any. */
export function toCountsText(counts: ImportCounts): string {
  const { created, replaced, merged, skipped, unchanged } = counts;
  return [
    `${formatCount(created)} created`,
    `${formatCount(replaced)} replaced`,
    ...(merged > 0 ? [`${formatCount(merged)} merged`] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} left as they are`] : []),
    `${formatCount(unchanged)} unchanged`,
  ].join(', ');
}
