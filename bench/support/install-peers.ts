import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../peers/', import.meta.url));
const WANTED = join(FOLDER, 'package-lock.json');
/** Written last by npm. */
const INSTALLED = join(FOLDER, 'node_modules/.package-lock.json');
const TIMEOUT_MS = 300_000;

/** Installs the peers if missing or older than the lock file. @returns why the installation failed, if it did */
export function installPeers(): string | undefined {
  if (changedAt(INSTALLED) >= changedAt(WANTED)) return undefined;
  process.stdout.write('installing the peers into bench/peers/node_modules\n');
  const args = [
    'ci',
    '--prefix',
    FOLDER,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel',
    'error',
  ];
  const { status, stderr, error } = spawnSync('npm', args, {
    cwd: FOLDER,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status === 0) return undefined;
  return `the peers could not be installed: ${error?.message ?? stderr.trim().split('\n').at(-1) ?? status}`;
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
