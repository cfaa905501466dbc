import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';

it('[R-GEN-10] [R-CST-11] the version is 0.2.75, in the package too', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(APP_VERSION).toBe('0.2.75');
  expect(manifest.version).toBe(APP_VERSION);
});
