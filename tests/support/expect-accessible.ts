import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects a page without accessibility violations and sideways scrolling. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const faults = await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, TAGS);
  expect(faults, name).toEqual([]);
  await expectNoSidewaysScroll(page, name);
}

export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, name).toBeLessThanOrEqual(0);
}

const LOOKS = [
  ['light', 320],
  ['dark', 1280],
] as const;

/** The same in both themes, narrow and wide. */
export async function expectAccessibleInEachLook(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${name}, ${colorScheme} at ${width} px`);
  }
}
