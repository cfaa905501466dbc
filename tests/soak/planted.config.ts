import { defineConfig } from 'vitest/config';
import { PROJECT_ROOT } from '../support/source-files.ts';
import { TEST_LIMITS } from '../support/test-limits.ts';
import { findPlantedBug, plantBug } from './plant-bug.ts';
import { POSTGRES_BUGS } from './planted-postgres-bugs.ts';

const bug = findPlantedBug();

/** Runs tests on the sources with the bug number `PLANTED_BUG`. */
export default defineConfig({
  root: PROJECT_ROOT,
  plugins: bug ? [plantBug(bug)] : [],
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: [
      ...(/kill|power cut/.test(bug?.foundBy ?? '') ? ['tests/support/build-programs.ts'] : []),
      ...(bug && POSTGRES_BUGS.includes(bug) ? ['tests/support/postgres-setup.ts'] : []),
    ],
    // With less patience than the suite, a test could fail without the bug.
    ...TEST_LIMITS,
  },
});
