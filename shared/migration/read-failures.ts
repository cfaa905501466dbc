/** What stands before the reason when a collection can't be read during a migration, word by word. */
export const READ_FAILURES = {
  source: 'Error fetching migration data collection:',
  target: 'Error fetching migration result collection:',
} as const;
