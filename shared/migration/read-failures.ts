/** What stands before the reason when a collection can't be read during a migration, word by word. */
export const READ_FAILURES = {
  source: 'Error fetching migration data collection:',
  target: 'Error fetching migration result collection:',
} as const;

export type ReadSide = keyof typeof READ_FAILURES;

export interface ReadFailure {
  readonly side: ReadSide;
  readonly heading: string;
  /** What stands behind it. */
  readonly reason: string;
}

/** Takes apart what a job says of its stop; `undefined` where it wasn't a read that failed. */
export function parseReadFailure(message: string): ReadFailure | undefined {
  for (const side of ['source', 'target'] as const) {
    const heading = READ_FAILURES[side];
    if (message.startsWith(heading)) return { side, heading, reason: message.slice(heading.length + 1) };
  }
  return undefined;
}
