import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import sharp from 'sharp';

const MANIFEST = fileURLToPath(new URL('../pwa/public/screenshots/', import.meta.url));
const README = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.25 };
const PHONE = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 1.5 };

interface Shot {
  readonly file: string;
  readonly path: string;
  readonly screen: BrowserContextOptions;
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Runs on the open page. */
  readonly act?: (page: Page, context: BrowserContext) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { file: `${MANIFEST}home-wide`, path: '/', screen: WIDE },
  { file: `${MANIFEST}product-wide`, path: '/product/recon-vtol', screen: WIDE },
  { file: `${MANIFEST}drones-narrow`, path: '/products/drones', screen: NARROW },
  { file: `${MANIFEST}product-narrow`, path: '/product/recon-vtol', screen: NARROW },
  { file: `${MANIFEST}cart-narrow`, path: '/checkout', screen: NARROW, prepare: fillCart },
  { file: `${README}home`, path: '/', screen: DESKTOP },
  { file: `${README}drones-phone`, path: '/products/drones', screen: PHONE },
  { file: `${README}product-phone`, path: '/product/recon-vtol', screen: { ...PHONE, colorScheme: 'dark' } },
  { file: `${README}offline-phone`, path: '/contact', screen: PHONE, act: enquireOffline },
];

/** Takes the screenshots for manifest and README from a running shop: `tsx scripts/screenshots.ts http://localhost:8787`. */
const origin = process.argv[2] ?? 'http://localhost:8787';
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
await Promise.all([MANIFEST, README].map((folder) => mkdir(folder, { recursive: true })));
for (const shot of SHOTS) await take(browser, shot);
await browser.close();

async function take(from: Browser, { file, path, screen, prepare, act }: Shot): Promise<void> {
  const context = await from.newContext({ colorScheme: 'light', reducedMotion: 'reduce', ...screen });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(origin + path);
  await page.locator('h1').first().waitFor();
  await act?.(page, context);
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, left, right } = image.getBoundingClientRect();
        return top < innerHeight && left < innerWidth && right > 0;
      })
      .every(({ complete }) => complete),
  );
  // A loaded picture may still need decoding.
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter(({ complete }) => complete)
        .map((image) => image.decode().catch(() => undefined)),
    ),
  );
  await sharp(await page.screenshot())
    .webp({ quality: 78 })
    .toFile(`${file}.webp`);
  await context.close();
}

async function fillCart(page: Page): Promise<void> {
  await page.goto(`${origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('is in your cart').waitFor();
}

async function enquireOffline(page: Page, context: BrowserContext): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.getByLabel('Name').fill('Ada Byrne');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Can Recon VTOL carry our 0.4 kg camera over 40 km of fence?');
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await page.getByText('Saved on this device').first().waitFor();
  await page.getByText("You're offline").waitFor();
}
