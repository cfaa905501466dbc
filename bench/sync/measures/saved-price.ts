import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import type { NankeenServer } from '../../support/build-nankeen.ts';
import { findChromium } from './browser-first-sync.ts';
import { toQuantiles, type Quantiles } from './quantiles.ts';

const PRODUCT = 'recon-vtol';
const SAVES = 40;
/** A person does not save sooner after opening the form. */
const TYPING_MS = 1000;
const TIMEOUT_MS = 120_000;

/** Milliseconds from the click on Save in the product form until another browser's open product page shows the new price. */
export async function measureSavedPrice({ origin, staff }: NankeenServer): Promise<Quantiles> {
  const browsers = await Promise.all([1, 2].map(() => chromium.launch(findChromium())));
  try {
    // The address that the server calls its own, which signing in needs.
    const shop = origin.replace('127.0.0.1', 'localhost');
    const [desk, shopper] = await Promise.all(browsers.map((browser) => browser.newPage()));
    if (!desk || !shopper) throw new Error('No browser was started.');
    for (const page of [desk, shopper]) page.setDefaultTimeout(TIMEOUT_MS);
    await desk.request.post(`${shop}/api/v1/auth/sign-in/email`, {
      headers: { origin: shop },
      data: staff,
      failOnStatusCode: true,
    });
    await shopper.goto(`${shop}/product/${PRODUCT}`);
    const times: number[] = [];
    // The first save waits until both browsers have all products.
    for (let save = 0; save <= SAVES; save++) {
      const ms = await savePrice(desk, shopper, {
        form: `${shop}/product/${PRODUCT}/update`,
        price: `${200 + save}.50`,
      });
      if (save > 0) times.push(ms);
    }
    return toQuantiles(times);
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

/** Both browsers have the clock of this machine. */
async function savePrice(
  desk: Page,
  shopper: Page,
  { form, price }: { readonly form: string; readonly price: string },
): Promise<number> {
  await desk.goto(form);
  await desk.getByLabel('Price in AUD, with GST', { exact: true }).fill(price);
  await sleep(TYPING_MS);
  const shown = shopper.evaluate(whenShown, price);
  const clicked = await desk.getByRole('button', { name: 'Save', exact: true }).evaluate(clickNow);
  return (await shown) - clicked;
}

/** Runs in the page, looking before each frame, so it defines no named functions. */
async function whenShown(text: string): Promise<number> {
  while (!document.body.innerText.includes(text)) await new Promise(requestAnimationFrame);
  return Date.now();
}

function clickNow(button: Element): number {
  const at = Date.now();
  (button as HTMLElement).click();
  return at;
}
