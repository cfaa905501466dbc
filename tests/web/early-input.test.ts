import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { throttleCpu } from './measure-page.ts';
import { isFullCheck } from './web-setting.ts';

const world = setUpShopWorld({ device: 'without-worker' });

const NETWORKS = [
  { name: 'slow 4G and a 4 times slower processor', kbitPerSecond: 1600, latencyMs: 150, slowdown: 4 },
  { name: '480 kbit/s with 400 ms', kbitPerSecond: 480, latencyMs: 400, slowdown: 1 },
];

interface EarlyTap {
  readonly path: string;
  readonly control: (page: Page) => Locator;
  readonly effect: (page: Page) => Locator;
}

const menu = {
  control: (page: Page) => page.getByRole('button', { name: 'Menu' }),
  effect: (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drones' }),
};
const TAPS: readonly EarlyTap[] = [
  {
    path: '/product/recon-vtol',
    control: (page) => page.getByRole('button', { name: 'Add to Cart' }),
    effect: (page) => page.getByRole('link', { name: /\b1 items? in cart/ }),
  },
  { path: '/', ...menu },
  {
    path: '/products',
    control: (page) => page.getByRole('button', { name: /^Add .* to / }).first(),
    effect: (page) => page.getByRole('dialog'),
  },
  { path: '/checkout', ...menu },
  {
    path: '/contact',
    control: (page) => page.getByRole('button', { name: 'Submit Enquiry' }),
    effect: (page) => page.getByText('required').first(),
  },
];

/** Taps ten times a second until the control is hydrated. */
async function tapUntilReady(control: HTMLElement): Promise<{ taps: number; readyMs: number }> {
  let taps = 0;
  while (control.hasAttribute('data-not-live')) {
    control.click();
    taps += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { taps, readyMs: performance.now() };
}

/** The suite proves one; the full check measures all. */
const CASES = NETWORKS.flatMap((network) => TAPS.map((tap) => ({ network, tap }))).slice(
  0,
  isFullCheck ? undefined : 1,
);

test.each(CASES)(
  '[R-SHP-01] no tap on $tap.path is lost over $network.name',
  async ({ network, tap }) => {
    const { page, shop } = world;
    await page.setViewportSize({ width: 390, height: 844 });
    const devtools = await page.context().newCDPSession(page);
    const bytesPerSecond = (network.kbitPerSecond * 1000) / 8;
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await throttleCpu(page, network.slowdown);
    await page.goto(shop.origin + tap.path, { waitUntil: 'commit' });
    const control = tap.control(page);
    await control.waitFor();
    const { taps, readyMs } = await control.evaluate(tapUntilReady);
    await tap.effect(page).waitFor();
    console.log(`${tap.path}, ${network.name}: ${taps} taps before ${Math.round(readyMs)} ms, none lost`);
    expect(taps).toBeGreaterThan(0);
  },
  120_000,
);
