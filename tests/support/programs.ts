import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The built server. `build-programs.ts` keeps all programs here up to date with their sources. */
export const SERVER_PROGRAM = at('dist/server.js');

/** The built command line. */
export const CLI_PROGRAM = at('dist/nankeen.js');

/** Folder of the programs only tests start, separate for sources with a planted bug. */
export const TEST_PROGRAMS = toTestPrograms(process.env['PLANTED_BUG'] ?? 'sources');

/** @param sources number of the planted bug */
export function toTestPrograms(sources: string): string {
  return at(`node_modules/.cache/test-programs/${sources}`);
}
