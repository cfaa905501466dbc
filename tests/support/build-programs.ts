import { readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildWithVite } from 'vite';
import { findPlantedBug, plantBug } from '../soak/plant-bug.ts';
import type { PlantedBug } from '../soak/planted-bugs.ts';
import { SERVER_PROGRAM, TEST_PROGRAMS } from './programs.ts';
import { PROJECT_ROOT } from './source-files.ts';

/** Builds the programs that tests start as processes, if a source is newer than the last build. */
export async function setup(): Promise<void> {
  const bug = findPlantedBug();
  if (!bug && isStale(SERVER_PROGRAM, ['shared', 'sync-server', 'cli'])) {
    await buildWithVite({ root: PROJECT_ROOT, mode: 'node', logLevel: 'error' });
  }
  if (bug?.foundBy === 'file kill') return buildServerWith(bug);
  const marker = join(TEST_PROGRAMS, 'power-cut-load.js');
  if (!bug && !isStale(marker, ['shared', 'sync-server', 'tests'])) return;
  await buildWithVite({
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
        input: [
          'tests/contracts/document-store-kill-child.ts',
          'tests/soak/power-cut-load.ts',
          'tests/soak/power-cut-files-load.ts',
          'tests/soak/power-cut-payments-load.ts',
          'sync-server/files/picture-process.ts',
        ],
        // The server looks for the picture process next to itself.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Builds the server with a bug, as a package of its own. */
async function buildServerWith(bug: PlantedBug): Promise<void> {
  const build = { outDir: join(TEST_PROGRAMS, 'dist') };
  await buildWithVite({
    root: PROJECT_ROOT,
    mode: 'node',
    logLevel: 'error',
    plugins: [plantBug(bug)],
    build,
  });
  for (const name of ['sync-server', 'package.json']) {
    rmSync(join(TEST_PROGRAMS, name), { force: true });
    symlinkSync(join(PROJECT_ROOT, name), join(TEST_PROGRAMS, name));
  }
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
