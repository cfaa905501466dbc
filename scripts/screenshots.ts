import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';

const OUTPUT = fileURLToPath(new URL('../pwa/public/screenshots/', import.meta.url));

const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

const SHOTS = [
  { name: 'home-wide', path: '/', screen: WIDE },
  { name: 'product-wide', path: '/product/recon-vtol', screen: WIDE },
  { name: 'drones-narrow', path: '/products/drones', screen: NARROW },
  { name: 'product-narrow', path: '/product/recon-vtol', screen: NARROW },
  { name: 'bag-narrow', path: '/checkout', screen: NARROW, prepare: fillBag },
];

/** Takes the manifest's pictures of a running shop with the demo catalogue: `tsx scripts/screenshots.ts http://localhost:8787`. */
const origin = process.argv[2] ?? 'http://localhost:8787';
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
await mkdir(OUTPUT, { recursive: true });
for (const { name, path, screen, prepare } of SHOTS) {
  const context = await browser.newContext({ ...screen, colorScheme: 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(origin + path);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, left, right } = image.getBoundingClientRect();
        return top < innerHeight && left < innerWidth && right > 0;
      })
      .every(({ complete }) => complete),
  );
  await sharp(await page.screenshot())
    .webp({ quality: 78 })
    .toFile(`${OUTPUT}${name}.webp`);
  await context.close();
}
await browser.close();

async function fillBag(page: Page): Promise<void> {
  await page.goto(`${origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('is in your bag').waitFor();
}
