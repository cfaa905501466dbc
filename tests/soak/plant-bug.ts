import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../support/source-files.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';

/** The bug with the number in `PLANTED_BUG`, if set. */
export function findPlantedBug(): PlantedBug | undefined {
  const number = process.env['PLANTED_BUG'];
  if (number === undefined) return undefined;
  const bug = PLANTED_BUGS[Number(number)];
  if (!bug) throw new Error(`There is no planted bug ${number}.`);
  return bug;
}

/** Puts a bug into its module when that is loaded or built; the source files don't change. */
export function plantBug({ file, from, to }: PlantedBug): Plugin {
  const path = join(PROJECT_ROOT, file);
  return {
    name: 'plant-bug',
    enforce: 'pre',
    transform: (code, id) => (id === path ? code.replace(from, () => to) : undefined),
  };
}
