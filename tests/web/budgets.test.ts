import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../support/shop-server.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const KB = 1000;
const world = setUpShopWorld();

/** @returns bytes a first visit transfers by kind, text gzipped, until the page is interactive or its stream is open */
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
    // The local store's code loads when the page is idle, after it is interactive.
    await world.page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
  }
  // Once its stream is open, all code of the local store has loaded; what registers the worker comes before or after.
  const isAtWork = Promise.all(
    [/\/stream$/, /\/workbox-window[^/]*$/].map((url) => world.page.waitForResponse(url)),
  );
  isAtWork.catch(() => undefined);
  await world.page.goto(world.shop.origin + path, { waitUntil: 'load' });
  await waitUntilHydrated(world.page);
  if (until === 'at work') await isAtWork;
  world.page.off('response', count);
  await Promise.all(pending);
  return bytes;
}

describe('the weight of a first visit', () => {
  test('[R-SHP-01] the home page loads at most 118 kB of script, 20 kB of style and 150 kB of pictures', async () => {
    const { script, stylesheet, image } = await measureVisit('/', 'interactive');
    console.log(`Home page: script ${script} B, style ${stylesheet} B (gzip), pictures ${image} B`);
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(118 * KB);
    expect(stylesheet).toBeLessThanOrEqual(20 * KB);
    expect(image).toBeLessThanOrEqual(150 * KB);
  });

  test('[R-SHP-01] a product page loads at most 220 kB of script with the local store', async () => {
    const { script } = await measureVisit('/product/recon-vtol', 'at work');
    console.log(`Product page with the local store: script ${script} B (gzip)`);
    expect(script).toBeGreaterThan(120 * KB);
    expect(script).toBeLessThanOrEqual(220 * KB);
  });
});

test('[R-SHP-01] every script and style of a page comes as the build compressed it', async () => {
  const page = await (await fetch(`${world.shop.origin}/products`)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const { headers } = await fetch(world.shop.origin + file, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding'), file).toBe('br');
  }
});

test('[R-SHP-01] a page preloads the font that its style sheet names', async () => {
  const page = await (await fetch(`${world.shop.origin}/products`)).text();
  const type = /rel="preload"[^>]*href="([^"]+)"/.exec(page)?.[1];
  const sheets = [...page.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/g)].map((match) => match[1]);
  expect(sheets).toHaveLength(1);
  const styles = await (await fetch(world.shop.origin + sheets[0])).text();
  expect(styles).toContain(`url(${type})`);
});

test('[R-SHP-01] a rendered page uses the class names of its style sheet', async () => {
  const page = await (await fetch(`${world.shop.origin}/products`)).text();
  const sheet = /rel="stylesheet"[^>]*href="([^"]+)"/.exec(page)?.[1];
  const styles = await (await fetch(world.shop.origin + sheet)).text();
  const names = [...page.matchAll(/ class="([^"]+)"/g)].flatMap((match) => (match[1] ?? '').split(' '));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !new RegExp(`\\.${name}\\b`).test(styles))).toEqual([]);
});

test('[R-SHP-01] the precache transfers at most 900 kB', () => {
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

test.each([
  ['product form', 40, ['product-form-screen']],
  // The last one is tus-js-client.
  ['uploader', 20, ['open-file-queue', 'prepare-worker', 'browser']],
  // The last one is @simplewebauthn/browser.
  ['security page', 15, ['security-page', 'esm']],
])('[R-SHP-01] the %s’s own code is at most %i kB', (_part, limit, chunks) => {
  const folder = join(PACKAGE_ROOT, 'dist/app/assets');
  const files = readdirSync(folder).filter((file) =>
    chunks.some((chunk) => new RegExp(`^${chunk}-.{8}\\.js$`).test(file)),
  );
  expect(files).toHaveLength(chunks.length);
  const sizes = files.map((file) => gzipSync(readFileSync(join(folder, file))).byteLength);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${files.join(', ')}: ${total} B (gzip)`);
  expect(total).toBeLessThanOrEqual(limit * KB);
});
