import { join } from 'node:path';
import { timeCommand } from '../timed-command.ts';
import type { Contestant } from '../contestant.ts';

export const sqliteUtils: Contestant = {
  name: 'sqlite-utils',
  about: 'sqlite-utils insert --nl: a column a field, ids unique; no rules, no history, no server',
  async run({ path }, folder) {
    const database = join(folder, 'utils.sqlite');
    const importing = await timeCommand('sqlite-utils', [
      'insert',
      database,
      'documents',
      path,
      '--nl',
      '--pk',
      'FBUID',
    ]);
    return { importing };
  },
};
