import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const seconds = 1000;
/** A busy machine takes its time: what holds sooner is seen sooner. */
const patience = { poll: { timeout: 15 * seconds } };

const shared = {
  expect: patience,
  // They end a test that hangs; no test is measured by them.
  testTimeout: 120 * seconds,
  hookTimeout: 120 * seconds,
  // Tests make much short-lived garbage; in the usual 16 MB it is collected far more often.
  execArgv: ['--max-semi-space-size=64'],
};
const component = {
  ...shared,
  environment: 'happy-dom',
  setupFiles: 'tests/support/component-setup.ts',
};

const FOLDERS = ['shared', 'sync-server', 'cli', 'tests', 'pwa'];
const BROWSER = ['tests/browser/**/*.test.ts', 'tests/web/**/*.test.ts'];
/** They start the built server or command line, or other tests. */
const PROCESSES = ['tests/**/*-process.test.ts', 'tests/soak/**/*.test.ts'];
/** They replace modules or extend RxDB, so each needs a worker of its own; the others share theirs, with all modules. */
const ALONE = findTests().filter((path) => /\bvi\.mock\(|\baddRxPlugin\(/.test(readFileSync(path, 'utf8')));

function findTests(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

export default defineConfig({
  test: {
    // Tests often wait for disks and processes; a third worker uses that time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...configDefaults.exclude, ...BROWSER, ...PROCESSES, ...ALONE],
          isolate: false,
          ...shared,
        },
      },
      {
        test: {
          name: 'process',
          include: PROCESSES,
          isolate: false,
          globalSetup: 'tests/support/build-programs.ts',
          ...shared,
        },
      },
      {
        test: { name: 'unit-alone', include: ALONE.filter((path) => path.endsWith('.ts')), ...shared },
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
          // The files of a worker share its connection to the browser and a device that has visited the shop before.
          isolate: false,
          ...shared,
          // They mostly wait, so two fill each other's pauses. What the full check times runs by itself.
          maxWorkers: process.env['CHECK_WEB'] ? 1 : 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
