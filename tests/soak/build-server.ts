import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds `dist/server.js` when it is missing or older than its sources. */
export function buildServer(): void {
  const built = join(ROOT, 'dist/server.js');
  const newest = Math.max(...['shared', 'sync-server'].map((folder) => newestChange(join(ROOT, folder))));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--mode', 'node', '--logLevel', 'error'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}

function newestChange(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(0, ...times);
}
