import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The built server. `build-programs.ts` keeps it as new as its sources, and the others here. */
export const SERVER_PROGRAM = at('dist/server.js');

/** The built command line. */
export const CLI_PROGRAM = at('dist/nankeen.js');

/** Where the programs lie that only tests start; another place for sources with a planted bug. */
export const TEST_PROGRAMS = at(
  `node_modules/.cache/test-programs/${process.env['PLANTED_BUG'] ?? 'sources'}`,
);
