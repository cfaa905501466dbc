import { defineConfig } from 'vitest/config';

const seconds = 1000;
/** A busy machine takes its time: what holds sooner is seen sooner. */
const patience = { poll: { timeout: 15 * seconds } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'shared/**/*.test.ts',
            'sync-server/**/*.test.ts',
            'cli/**/*.test.ts',
            'tests/**/*.test.ts',
            'pwa/**/*.test.ts',
          ],
          exclude: ['tests/browser/**', 'tests/web/**', '**/node_modules/**'],
          expect: patience,
          testTimeout: 30 * seconds,
          hookTimeout: 30 * seconds,
        },
      },
      {
        test: {
          name: 'component',
          include: ['pwa/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: 'tests/support/component-setup.ts',
          expect: patience,
          testTimeout: 20 * seconds,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts', 'tests/web/**/*.test.ts'],
          globalSetup: 'tests/support/ensure-chromium.ts',
          expect: patience,
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
          // They mostly wait, so two fill each other's pauses. What the full check times runs by itself.
          maxWorkers: process.env['CHECK_WEB'] ? 1 : 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
