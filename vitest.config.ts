import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { findPostgres } from './scripts/postgres-server.ts';
import { TEST_LIMITS } from './tests/support/test-limits.ts';

const shared = {
  ...TEST_LIMITS,
  // Tests allocate many short-lived objects; the default of 16 MB causes far more collections.
  execArgv: ['--max-semi-space-size=64'],
};
const component = {
  ...shared,
  environment: 'happy-dom',
  setupFiles: 'tests/support/component-setup.ts',
};

const FOLDERS = ['shared', 'sync-server', 'cli', 'tests', 'pwa'];
const BROWSER = ['tests/browser/**/*.test.ts', 'tests/web/**/*.test.ts'];
/** Tests that start the built server or command line, or other tests. */
const PROCESSES = ['tests/**/*-process.test.ts', 'tests/soak/**/*.test.ts'];
const POSTGRES = ['tests/postgres/**/*.test.ts'];
const POSTGRES_SETUP = 'tests/support/postgres-setup.ts';
const hasPostgres = findPostgres() !== undefined;
if (!hasPostgres) process.stderr.write('PostgreSQL is not installed, so its tests are left out.\n');
/**
 * Tests that mock modules, extend RxDB or count all timers, so each runs isolated; all others share a module graph per
 * worker, and what an earlier file left running may set a timer.
 */
const ALONE = findTestsWith(/\bvi\.mock\(|\baddRxPlugin\(|\bgetTimerCount\(/);
/** `STORE=postgres` runs the core tests on PostgreSQL, but for those whose clock stands while it answers, or that say why. */
const ON_POSTGRES = process.env['STORE'] === 'postgres';
const suiteStore = ON_POSTGRES
  ? { globalSetup: POSTGRES_SETUP, setupFiles: 'tests/support/suite-store-setup.ts' }
  : {};
const NOT_ON_POSTGRES = ON_POSTGRES
  ? findTestsWith(/\buseFakeTimers\(|^\/\/ (?:In memory|On SQLite) only: /m)
  : [];

function findTestsWith(pattern: RegExp): string[] {
  return findTests().filter((path) => pattern.test(readFileSync(path, 'utf8')));
}

function findTests(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

export default defineConfig({
  test: {
    // On two cores a third worker uses the time others wait for disks and processes.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [
            ...configDefaults.exclude,
            ...BROWSER,
            ...PROCESSES,
            ...POSTGRES,
            ...ALONE,
            ...NOT_ON_POSTGRES,
          ],
          isolate: false,
          ...shared,
          ...suiteStore,
        },
      },
      {
        test: {
          name: 'process',
          include: PROCESSES,
          exclude: [...configDefaults.exclude, ...NOT_ON_POSTGRES],
          isolate: false,
          globalSetup: ['tests/support/build-programs.ts', ...(ON_POSTGRES ? [POSTGRES_SETUP] : [])],
          ...shared,
        },
      },
      {
        test: {
          name: 'postgres',
          include: hasPostgres ? POSTGRES : [],
          isolate: false,
          globalSetup: ['tests/support/build-programs.ts', POSTGRES_SETUP],
          ...shared,
        },
      },
      {
        test: {
          name: 'unit-alone',
          include: ALONE.filter((path) => path.endsWith('.ts')),
          exclude: [...configDefaults.exclude, ...NOT_ON_POSTGRES],
          ...shared,
          ...suiteStore,
        },
      },
      {
        test: {
          name: 'component',
          include: ['pwa/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
          ...component,
        },
      },
      {
        test: {
          name: 'component-alone',
          include: ALONE.filter((path) => path.endsWith('.tsx')),
          ...component,
        },
      },
      {
        test: {
          name: 'browser',
          include: BROWSER,
          globalSetup: 'tests/support/browser-setup.ts',
          // Files in a worker share a browser connection and a returning device.
          isolate: false,
          ...shared,
          // Browser tests mostly wait, so two run at once; the full check's timings need the machine alone.
          maxWorkers: process.env['CHECK_WEB'] ? 1 : 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
