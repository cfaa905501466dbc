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
    const { violations } = await axe.run(document, {
      runOnly: tags,
      resultTypes: ['violations'],
      // Only a rule for sounds and videos needs it, and the store has none.
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, TAGS);
  expect(faults, name).toEqual([]);
  await expectNoSidewaysScroll(page, name);
}

export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, name).toBeLessThanOrEqual(0);
}

/** Expects no sideways scrolling and no text beyond the window's edge with text at 200 %, unless it ends in dots. */
export async function expectRoomForLargeText(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  const cut = await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const found: string[] = [];
    const hasRoom = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis';
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      let parent = text.parentElement;
      // Text for screen readers only is clipped to a pixel.
      const isSeen = (parent?.getBoundingClientRect().width ?? 0) > 1;
      if (!isSeen || range.getBoundingClientRect().right <= innerWidth + 1) continue;
      while (parent && !hasRoom(parent)) parent = parent.parentElement;
      if (!parent) found.push(`${text.textContent}`);
    }
    if (root.scrollWidth > innerWidth) found.push(`${root.scrollWidth} px wide`);
    root.style.fontSize = '';
    return found;
  });
  if (viewport) await page.setViewportSize(viewport);
  expect(cut, `${name} with text at 200 %`).toEqual([]);
}

/** The full check takes all four. */
const LOOKS = (
  [
    ['light', 320],
    ['dark', 1280],
    ['dark', 320],
    ['light', 1280],
  ] as const
).slice(0, process.env['CHECK_WEB'] ? 4 : 2);

/** The same in both themes, narrow and wide, with room for text at 200 %. */
export async function expectAccessibleInEachLook(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${name}, ${colorScheme} at ${width} px`);
  }
  await expectRoomForLargeText(page, name);
}
