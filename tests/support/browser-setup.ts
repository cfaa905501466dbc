import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { startShopServer, type ShopAddress } from './shop-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's server with the demo catalogue. Tests that change products start their own. */
    readonly shop: ShopAddress;
  }
}

/** Starts the server that all browser tests share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureChromium();
  const shop = await startShopServer();
  const { origin, adminToken, accessCode, staff } = shop;
  project.provide('shop', { origin, adminToken, accessCode, staff });
  return () => shop.stop();
}

/** Installs a Chromium if there is none: the system's package when root, else Playwright's. */
function ensureChromium(): void {
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
