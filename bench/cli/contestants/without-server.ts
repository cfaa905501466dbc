import type { Contestant } from '../contestant.ts';
import { runForCost } from '../run-for-cost.ts';

/** The least that our import costs: its entries into our store, which are taken for right. */
export const storeAlone: Contestant = {
  name: 'our store alone',
  about:
    'the same entries of history and heads, cut out of the file and written: nothing checked, decided or sent',
  async run({ path }, folder) {
    return { importing: await runForCost('./write-entries.ts', [path, folder]) };
  },
};

/** What HTTP costs: the same without it. */
export const direct: Contestant = {
  name: 'nankeen directly',
  about: 'the same import in one process into the data file, without server and HTTP',
  async run({ path }, folder) {
    return { importing: await runForCost('./write-directly.ts', [path, folder]) };
  },
};
