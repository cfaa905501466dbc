import { join } from 'node:path';
import { timeCommand } from '../timed-command.ts';
import type { Contestant } from '../contestant.ts';

export const sqliteUtils: Contestant = {
  name: 'sqlite-utils',
  about: 'sqlite-utils insert --nl: one column per field, unique ids; no rules, no history, no server',
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
