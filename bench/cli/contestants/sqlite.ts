import { join } from 'node:path';
import { timeCommand } from '../timed-command.ts';
import type { Contestant } from '../contestant.ts';

const SETTINGS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;';

/** The floor: lines into a table, without looking at them. */
export const sqlite: Contestant = {
  name: 'sqlite3',
  about: 'sqlite3 .import, each line as text into one table: no rules, no history, no server',
  async run({ path }, folder) {
    const database = join(folder, 'lines.sqlite');
    const importing = await timeCommand('sqlite3', [database], {
      input: `${SETTINGS} CREATE TABLE documents (json TEXT);\n.mode ascii\n.separator "\\037" "\\n"\n.import ${path} documents\n`,
    });
    const exporting = await timeCommand('sqlite3', [database], {
      input: `.output ${join(folder, 'lines.ndjson')}\nSELECT json FROM documents ORDER BY json ->> 'FBUID';\n`,
    });
    return { importing, exporting };
  },
};
