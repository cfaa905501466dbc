import { MIGRATIONS } from '#server/stores/sqlite/schema.ts';

/** What a later server may want of a data file: a column that is filled from what is there. */
export const NEXT_MIGRATIONS: readonly string[] = [
  ...MIGRATIONS,
  `ALTER TABLE head ADD COLUMN size INTEGER;
   UPDATE head SET size = (SELECT octet_length(data) FROM history WHERE history.sequence = head.sequence)`,
];
