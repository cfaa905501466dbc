import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { toOrderPath } from '#shared/api/document-paths.ts';
import { COMPONENT_CATALOGUE } from '#shared/domain/component-catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { expectApprovedPicture } from '../support/approved-picture.ts';
import { openUnlocked } from '../support/locked-page.ts';
import { setUpShopWorld, type ShopWorld } from '../support/shop-world.ts';

const COMPONENTS = Object.values(COMPONENT_CATALOGUE).flat();

/** An order made in Sydney. @param lines number of its lines */
function orderOf(FBUID: string, lines: number, firstQuantity = 1) {
  return {
    FBUID,
    templateImage: '',
    selectedComponents: COMPONENTS.slice(0, lines).map(({ name, price }, index) => ({
      name,
      price,
      quantity: firstQuantity + ((index * 7) % 24),
    })),
    role: 'Drone Pilot' as const,
    engineeringNeeds: '' as const,
    missionType: 'Scout / Observation' as const,
    createdAt: '2026-11-21T09:14:07.512+11:00',
  };
}

/** Opens an order of this device that has been changed once, so it is revision 2. */
async function openOrder({ page, shop }: ShopWorld, lines: number): Promise<void> {
  await page.clock.install({ time: '2026-11-22T00:00:00Z' });
  const id = `${createId().slice(0, 16)}w7Q2`;
  const device = await openUnlocked(page, shop, toOrderPath(id));
  await device.store(orderOf(id, lines));
  await device.store(orderOf(id, lines, 2));
  await page.getByText('rev 2', { exact: true }).waitFor();
}

async function print(
  page: Page,
): Promise<{ readonly pages: number; readonly texts: readonly string[] | undefined }> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { status, stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  return {
    pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    // `pdftotext` is optional.
    texts: status === 0 ? stdout.split('\f').slice(0, -1) : undefined,
  };
}

describe('online', () => {
  const world = setUpShopWorld({ device: 'without-worker' });

  test('[R-REV-01] [R-REV-03] [R-CST-05] an order of ten lines prints on one page with its revision and without the shop’s header and footer', async () => {
    await openOrder(world, 10);
    const { pages, texts } = await print(world.page);
    expect(pages).toBe(1);
    for (const text of texts ?? []) {
      expect(text).toMatch(/PO-847512 · reference w7Q2 · rev 2\s+Page 1 of 1/);
      expect(text).not.toMatch(/Contact Us|Version 0\.|Copy as text|Privacy/);
    }
  });

  test('[R-RTE-21] an order of all 48 components prints on two pages, each with the table header and its page number', async () => {
    await openOrder(world, 48);
    const { pages, texts } = await print(world.page);
    expect(pages).toBe(2);
    for (const [index, text] of (texts ?? []).entries()) {
      expect(text).toMatch(/Component\s+Category\s+Qty\s+Unit price\s+Line total/);
      expect(text).toMatch(new RegExp(`PO-847512 · reference w7Q2 · rev 2\\s+Page ${index + 1} of 2`));
    }
  });
});

describe('in full Chromium', () => {
  const world = setUpShopWorld({ device: 'without-worker', isFullBrowser: true });

  test('[R-REV-01] [R-REV-02] [R-CST-05] a printed order matches the approved picture', async () => {
    const { page } = world;
    await openOrder(world, 10);
    await page.setViewportSize({ width: 658, height: 620 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.evaluate(() => document.fonts.ready);
    await expectApprovedPicture(await page.screenshot(), 'order-print');
  });
});

describe('offline', () => {
  const world = setUpShopWorld();

  test('[R-LCK-02] [R-REV-01] an offline reload shows and prints the same order with the same revision', async () => {
    const { page, context } = world;
    await openOrder(world, 10);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('rev 2', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Purchase order PO-847512' }).waitFor();
    expect((await print(world.page)).pages).toBe(1);
  });
});
