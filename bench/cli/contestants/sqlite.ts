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

/** The floor: stores each line unchecked. */
export const sqlite = createContestant(
  'sqlite3',
  'sqlite3 .import, each line as text into one table: no rules, no history, no server, no lookup by id',
  'CREATE TABLE documents (json TEXT);',
);

/** The minimum of a document store: valid JSON, and unique ids with an index. */
export const sqliteById = createContestant(
  'sqlite3, by id',
  'the same into a table that checks for JSON and has an index of the ids',
  `CREATE TABLE documents (json TEXT CHECK (json_valid(json))); CREATE UNIQUE INDEX documentById ON documents (json ->> 'FBUID');`,
);
