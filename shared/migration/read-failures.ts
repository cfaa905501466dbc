/** A migration reads a source and, if it compares before it writes, a target. */
export const READ_SIDES = ['source', 'target'] as const;
export type ReadSide = (typeof READ_SIDES)[number];

/** The specification's exact headings for a collection that can't be read during a migration. */
export const READ_FAILURES: Readonly<Record<ReadSide, string>> = {
  source: 'Error fetching migration data collection:',
  target: 'Error fetching migration result collection:',
};
