import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../support/shop-server.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilLive } from '../support/wait-until-live.ts';

const KB = 1000;
const world = setUpShopWorld();

/** What a first visit loads before the local store is opened, as it crosses the wire. */
async function measureVisit(path: string, until: 'interactive' | 'at work') {
  const bytes = { script: 0, stylesheet: 0, image: 0 };
  const pending: Promise<void>[] = [];
  const count = (response: Response) => {
    const kind = response.request().resourceType();
    if (!(kind in bytes)) return;
    pending.push(
      response.body().then((body) => {
        const size = kind === 'image' ? body.byteLength : gzipSync(body).byteLength;
        bytes[kind as keyof typeof bytes] += size;
      }),
    );
  };
  world.page.on('response', count);
  if (until === 'interactive') {
    // The local store's code comes when the page is idle: that is after the page can be used.
    await world.page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
  }
  // With its stream open the local store is at work: everything it is made of has come.
  const isAtWork = world.page.waitForResponse((response) => response.url().endsWith('/stream'));
  isAtWork.catch(() => undefined);
  await world.page.goto(world.shop.origin + path, { waitUntil: 'load' });
  await waitUntilLive(world.page);
  if (until === 'at work') await isAtWork;
  world.page.off('response', count);
  await Promise.all(pending);
  return bytes;
}

describe('what a first visit has to load', () => {
  test('[R-SHP-01] the home page needs at most 120 kB of script, 20 kB of style and 150 kB of pictures', async () => {
    const { script, stylesheet, image } = await measureVisit('/', 'interactive');
    console.log(`Home page: script ${script} B, style ${stylesheet} B (gzip), pictures ${image} B`);
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(120 * KB);
    expect(stylesheet).toBeLessThanOrEqual(20 * KB);
    expect(image).toBeLessThanOrEqual(150 * KB);
  });

  test('[R-SHP-01] a product’s page needs at most 220 kB of script with the local store', async () => {
    const { script } = await measureVisit('/product/recon-vtol', 'at work');
    console.log(`Product page with the local store: script ${script} B (gzip)`);
    expect(script).toBeGreaterThan(120 * KB);
    expect(script).toBeLessThanOrEqual(220 * KB);
  });
});

test('[R-SHP-01] a page asks for its type before it has read the one style sheet that names it', async () => {
  const page = await (await fetch(`${world.shop.origin}/products`)).text();
  const type = /rel="preload"[^>]*href="([^"]+)"/.exec(page)?.[1];
  const sheets = [...page.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/g)].map((match) => match[1]);
  expect(sheets).toHaveLength(1);
  const styles = await (await fetch(world.shop.origin + sheets[0])).text();
  expect(styles).toContain(`url(${type})`);
});

test('[R-SHP-01] everything kept for a life without a network crosses it in at most 900 kB', () => {
  const worker = readFileSync(join(PACKAGE_ROOT, 'dist/app/service-worker.js'), 'utf8');
  const urls = new Set([...worker.matchAll(/"url":"([^"]+)"/g)].map((match) => match[1] ?? ''));
  const sizes = [...urls].map((url) => {
    const file = readFileSync(join(PACKAGE_ROOT, 'dist/app', url));
    return /\.(js|css|html|svg|webmanifest)$/.test(url) ? gzipSync(file).byteLength : file.byteLength;
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`Precache: ${urls.size} files, ${total} B`);
  expect(urls.size).toBeGreaterThan(50);
  expect(total).toBeLessThanOrEqual(900 * KB);
});
