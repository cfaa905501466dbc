import { createServer, type AddressInfo } from 'node:net';
import type { Result } from 'lighthouse';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CHROMIUM_ARGUMENTS, findChromium } from '../support/chromium.ts';
import { runLighthouse } from './run-lighthouse.ts';
import { isFullCheck } from './web-setting.ts';

const PATHS = isFullCheck
  ? ['/', '/products/drones', '/product/recon-vtol', '/checkout']
  : ['/products/drones'];
const FAULTLESS = { accessibility: 1, 'best-practices': 1, seo: 1 };

/** Timings need a quiet machine, so only the full check judges them, as medians. */
const TIMED_RUNS = 5;
const PERFORMANCE = 0.95;
/** Upper limits, in milliseconds; layout shift has no unit. */
const VITALS = {
  'largest-contentful-paint': 2000,
  'first-contentful-paint': 1500,
  'total-blocking-time': 150,
  'cumulative-layout-shift': 0.02,
};

let browser: Browser;
const { origin } = inject('shop');
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium was found.');
  const args = [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`];
  browser = await chromium.launch({ executablePath, args });
});

afterAll(() => browser.close());

for (const path of PATHS) {
  test(`[R-SHP-01] Lighthouse finds no fault in ${path} on a phone`, async () => {
    const { categories, audits } = await runLighthouse(origin + path, port, Object.keys(FAULTLESS));
    const scores = Object.values(categories).map(({ id, score }) => [id, score]);
    const findings = Object.values(audits).filter(({ score }) => score === 0);
    expect(Object.fromEntries(scores), findings.map(({ id }) => id).join(', ')).toEqual(FAULTLESS);
  }, 300_000);

  if (!isFullCheck) continue;

  test(`[R-SHP-01] ${path} meets its Lighthouse timings on a phone`, async () => {
    const runs: Result[] = [];
    while (runs.length < TIMED_RUNS) {
      runs.push(await runLighthouse(origin + path, port, ['performance']));
    }
    const performance = median(runs.map(({ categories }) => categories['performance']?.score ?? 0));
    const vitals = Object.keys(VITALS).map(
      (id) => [id, median(runs.map(({ audits }) => audits[id]?.numericValue ?? Infinity))] as const,
    );
    console.log(`${path}: performance ${performance}, ${vitals.map((vital) => vital.join(' ')).join(', ')}`);
    expect(performance).toBeGreaterThanOrEqual(PERFORMANCE);
    for (const [id, value] of vitals) {
      expect(value, id).toBeLessThanOrEqual(VITALS[id as keyof typeof VITALS]);
    }
  }, 600_000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}
