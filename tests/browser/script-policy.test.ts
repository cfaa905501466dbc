import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../support/shop-server.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

// The browser logs what it refuses.
const world = setUpShopWorld({
  device: 'returning',
  allowedErrors: /Trusted|violates the following|permissions policy/i,
});

test('[T17] no script on a page can turn text into script, and no other policy can be made', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/legals`);
  const outcomes = await page.evaluate(async () => {
    const factory = (
      window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
    ).trustedTypes;
    const attempts: Readonly<Record<string, () => unknown>> = {
      innerHTML: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      parse: () => new DOMParser().parseFromString('<p>', 'text/html'),
      script: () => (document.createElement('script').src = '/assets/other.js'),
      worker: () => navigator.serviceWorker.register('/other.js'),
      policy: () => factory.createPolicy('another', {}),
      default: () => factory.createPolicy('default', {}),
    };
    const found: Record<string, string> = {};
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt();
        found[name] = 'done';
      } catch (error) {
        found[name] = (error as Error).name;
      }
    }
    return found;
  });
  expect(outcomes).toEqual({
    innerHTML: 'TypeError',
    parse: 'TypeError',
    script: 'TypeError',
    worker: 'TypeError',
    policy: 'TypeError',
    default: 'TypeError',
  });
});

test('[T17] the pages may copy text, and use no camera, place, microphone or clipboard of the device', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/legals`);
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowsFeature(name: string): boolean };
    };
    const names = [
      'clipboard-write',
      'camera',
      'geolocation',
      'microphone',
      'clipboard-read',
      'usb',
      'payment',
    ];
    return names.filter((name) => featurePolicy.allowsFeature(name));
  });
  expect(allowed).toEqual(['clipboard-write']);
});

test('[T52] the built app has no source maps and names none', async () => {
  const folder = join(PACKAGE_ROOT, 'dist', 'app');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => /\.(?:js|css|html)$/.test(file));
  expect(texts.length).toBeGreaterThan(50);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  for (const file of texts) {
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toContain('sourceMappingURL');
    const response = await fetch(`${world.shop.origin}/${file}.map`);
    expect(response.status, file).toBe(404);
  }
});
