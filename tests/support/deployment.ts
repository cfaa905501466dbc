import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './shop-server.ts';

/** A copy of the built package whose service worker can be replaced while it is served. */
export interface Deployment {
  readonly packageRoot: string;
  /** Deploys a service worker derived from the built one. */
  replaceWorker(change: (code: string) => string): void;
  remove(): void;
}

/** Large folders that no version changes are linked, not copied. */
const LINKED = new Set(['pictures']);

export function createDeployment(): Deployment {
  const packageRoot = mkdtempSync(join(tmpdir(), 'nankeen-deployment-'));
  for (const name of ['package.json', 'node_modules', 'sync-server'])
    symlinkSync(join(PACKAGE_ROOT, name), join(packageRoot, name));
  const built = join(PACKAGE_ROOT, 'dist');
  cpSync(built, join(packageRoot, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && !path.startsWith(join(built, 'app')),
  });
  for (const name of readdirSync(join(built, 'app'))) {
    const [from, to] = [join(built, 'app', name), join(packageRoot, 'dist/app', name)];
    if (LINKED.has(name)) symlinkSync(from, to);
    else cpSync(from, to, { recursive: true });
  }
  return {
    packageRoot,
    replaceWorker(change) {
      const code = readFileSync(join(built, 'app/service-worker.js'), 'utf8');
      writeFileSync(join(packageRoot, 'dist/app/service-worker.js'), change(code));
    },
    remove: () => rmSync(packageRoot, { recursive: true, force: true }),
  };
}
