import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium } from './chromium.ts';

/** Finds a Chromium before the browser tests, or installs one: the system's package where we may, else Playwright's. */
export function setup(): void {
  if (findChromium() !== undefined) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && tryRun('apt-get', ['update']) && tryRun('apt-get', ['install', '-y', 'chromium'])) return;
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
}

function tryRun(command: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'inherit' });
    return true;
  } catch {
    return false;
  }
}
