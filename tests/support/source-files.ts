import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** From the project's root, with `/`, e.g. `pwa/ui/button.tsx`. */
  readonly path: string;
  readonly text: string;
}

const FOLDERS = ['shared', 'sync-server', 'pwa', 'cli', 'scripts', 'tests'];
const SOURCE = /\.(?:ts|tsx|css)$/;
const FOREIGN = /(?:^|\/)(?:node_modules|dist|public)\//;

/** Every source file of the project on disk, committed or not. */
export function readSourceFiles(): readonly SourceFile[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(PROJECT_ROOT, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  const top = readdirSync(PROJECT_ROOT).filter((name) => name.endsWith('.config.ts'));
  return [...top, ...below]
    .filter((path) => SOURCE.test(path) && !FOREIGN.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(PROJECT_ROOT, path), 'utf8') }));
}

export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Whether a file is a test or test support. */
export function isTest(path: string): boolean {
  return path.startsWith('tests/') || isTestFile(path);
}
