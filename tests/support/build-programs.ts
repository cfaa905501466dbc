import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { findPlantedBug, plantBug } from '../soak/plant-bug.ts';
import { SERVER_PROGRAM, TEST_PROGRAMS } from './programs.ts';
import { PROJECT_ROOT } from './source-files.ts';

/** Builds the programs that tests start as processes, if a source is newer than the last build. */
export async function setup(): Promise<void> {
  const bug = findPlantedBug();
  if (!bug && isStale(SERVER_PROGRAM, ['shared', 'sync-server', 'cli'])) {
    await build({ root: PROJECT_ROOT, mode: 'node', logLevel: 'error' });
  }
  const marker = join(TEST_PROGRAMS, 'power-cut-load.js');
  if (!bug && !isStale(marker, ['shared', 'sync-server', 'tests'])) return;
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: bug ? [plantBug(bug)] : [],
    build: {
      ssr: true,
      outDir: TEST_PROGRAMS,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: ['tests/contracts/document-store-kill-child.ts', 'tests/soak/power-cut-load.ts'],
      },
    },
  });
}

function isStale(built: string, folders: readonly string[]): boolean {
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return folders.some((folder) => newestChange(join(PROJECT_ROOT, folder)) > builtAt);
}

function newestChange(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(0, ...times);
}
