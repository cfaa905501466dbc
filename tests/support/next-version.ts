import { MIGRATIONS } from '#server/stores/sqlite/schema.ts';

/** The data file's schema versions plus a next one that adds a column and fills it from existing data. */
export const NEXT_MIGRATIONS: readonly string[] = [
  ...MIGRATIONS,
  `ALTER TABLE head ADD COLUMN size INTEGER;
   UPDATE head SET size = (SELECT octet_length(data) FROM history WHERE history.sequence = head.sequence)`,
];
