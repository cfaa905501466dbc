import { join } from 'node:path';
import { timeCommand } from '../timed-command.ts';
import type { Contestant } from '../contestant.ts';

const SETTINGS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;';

function createContestant(name: string, about: string, table: string): Contestant {
  return {
    name,
    about,
    async run({ path }, folder) {
      const database = join(folder, 'lines.sqlite');
      const importing = await timeCommand('sqlite3', [database], {
        input: `${SETTINGS} ${table}\n.mode ascii\n.separator "\\037" "\\n"\n.import "${path}" documents\n`,
      });
      const exporting = await timeCommand('sqlite3', [database], {
        input: `.output "${join(folder, 'lines.ndjson')}"\nSELECT json FROM documents ORDER BY json ->> 'FBUID';\n`,
      });
      return { importing, exporting };
    },
  };
}

/** The floor: lines into a table, without looking at them. */
export const sqlite = createContestant(
  'sqlite3',
  'sqlite3 .import, each line as text into one table: no rules, no history, no server, no document found by its id',
  'CREATE TABLE documents (json TEXT);',
);

/** The least that a store of documents does: each is JSON, and one at most has an id, by which it is found. */
export const sqliteById = createContestant(
  'sqlite3, by id',
  'the same into a table that checks for JSON and finds a document by its id',
  `CREATE TABLE documents (json TEXT CHECK (json_valid(json))); CREATE UNIQUE INDEX documentById ON documents (json ->> 'FBUID');`,
);
