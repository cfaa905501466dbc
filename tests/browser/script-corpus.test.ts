import { expect, test } from 'vitest';
import { isAllowedPicture } from '#shared/domain/picture-origin.ts';
import { productContent } from '../support/samples.ts';
import { SCRIPT_CORPUS } from '../support/script-corpus.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { storeUnchecked } from '../support/store-unchecked.ts';

// Pictures at the shop's own addresses are missing.
const world = setUpOwnShopWorld({
  device: 'without-worker',
  allowedErrors: /Failed to load resource/,
});

const HARMLESS = 'a few plain words';
/** Harmless too, but as the address of a picture not allowed. */
const HIDDEN_PICTURE = 'https://elsewhere.example/';
const CHUNK = 70;

const entry = (text: string) => ({ value: text, label: text, description: text });

/** A product with the texts in each of its lists; fields that take one text get the first. */
function productOf(texts: readonly string[]) {
  const [first = ''] = texts;
  const all = texts.map(entry);
  return {
    ...productContent(first),
    productImages: [entry(first)],
    productDescriptions: Array.from({ length: 9 }, () => entry(first)),
    productFeatures: all,
    productSpecifications: all,
    productDimensions: all,
    productShipping: all,
    productDownloads: all,
  };
}

/** Parses pages without running them. */
function readPages({ sources, origin }: { readonly sources: readonly string[]; readonly origin: string }) {
  return sources.map((source) => {
    const page = new DOMParser().parseFromString(source, 'text/html');
    const elements = [...page.querySelectorAll('*')];
    const read = (selector: string) => page.querySelector(selector)?.textContent ?? '';
    const json = (selector: string) => JSON.parse(read(selector)) as Record<string, unknown>;
    const addresses = [...page.querySelectorAll('[href]:not(use)')].map((one) => one.getAttribute('href'));
    return {
      // Texts may differ in links, sentences and paragraphs.
      tags: elements.map(({ tagName }) => tagName).filter((tag) => !/^(A|SPAN|P|LI)$/.test(tag)),
      attributes: [...new Set(elements.flatMap((one) => one.getAttributeNames()))],
      protocols: [...new Set(addresses.map((one) => new URL(one ?? '', origin).protocol))],
      title: read('title'),
      heading: read('h1'),
      structured: json('script[type="application/ld+json"]')['name'],
      data: (json('#page-data')['product'] as Record<string, unknown>)['productName'],
    };
  });
}

/** Collects signs of a text running as script: opened dialogs and violated CSP directives. */
async function watchForScript(): Promise<readonly string[]> {
  const breaches: string[] = [];
  world.page.on('dialog', (dialog) => {
    breaches.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await world.page.exposeFunction('reportBreach', (directive: string) => void breaches.push(directive));
  await world.page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      const { reportBreach } = globalThis as unknown as { reportBreach: (directive: string) => void };
      reportBreach(effectiveDirective);
    });
  });
  await world.context.route(/evil\.example/, (route) => route.abort());
  return breaches;
}

test('[T16] each of 200 texts changes no element of a rendered page and reaches head, structured data and page data unchanged', async () => {
  const texts = [HARMLESS, HIDDEN_PICTURE, ...SCRIPT_CORPUS];
  // Propellers, so that all their pages lead on to the same drones.
  const products = texts.map((text, index) => ({
    FBUID: `text-${index}`,
    ...productOf([text]),
    productCategory: 'propellers',
  }));
  await storeUnchecked(world.shop, products);
  const { origin } = world.shop;
  const sources: string[] = [];
  for (const index of texts.keys()) {
    sources.push(await (await fetch(`${origin}/product/text-${index}`)).text());
  }
  // In an empty page, because no script on the shop's pages may parse HTML.
  const pages = await world.page.evaluate(readPages, { sources, origin });
  const [harmless, withoutPicture, ...others] = pages;
  if (!harmless || !withoutPicture) throw new Error('There was no page.');
  const known = new Set([...harmless.attributes, 'href', 'rel', 'download']);
  for (const [index, page] of others.entries()) {
    const text = SCRIPT_CORPUS[index] ?? '';
    // HTML parsers normalise line ends.
    const parsed = text.replaceAll(/\r\n?/g, '\n');
    const { tags } = isAllowedPicture(text, [origin]) ? harmless : withoutPicture;
    expect(page.tags, text).toEqual(tags);
    expect(
      page.attributes.filter((name) => !known.has(name)),
      text,
    ).toEqual([]);
    expect(
      page.protocols.filter((one) => !/^(https?|mailto|tel):$/.test(one)),
      text,
    ).toEqual([]);
    expect(page.heading, text).toBe(parsed);
    expect(page.title, text).toBe(`${parsed} · Nankeen`);
    expect([page.structured, page.data], text).toEqual([text, text]);
  }
});

test('[T16] none of 200 texts runs on hydrated pages or in their dialogs', async () => {
  const { page, shop } = world;
  const breaches = await watchForScript();
  const chunks = Array.from({ length: Math.ceil(SCRIPT_CORPUS.length / CHUNK) }, (_none, index) =>
    SCRIPT_CORPUS.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  await storeUnchecked(
    shop,
    chunks.map((texts, index) => ({ FBUID: `dense-${index}`, ...productOf([`Dense ${index}`, ...texts]) })),
  );
  await page.goto(`${shop.origin}/products`);
  await page.locator('[data-not-live]').first().waitFor({ state: 'detached' });
  // The list grows while scrolling; scroll to the end to render every card.
  const total = Number.parseInt(await page.getByText(/^\d+ products$/).innerText(), 10);
  expect(total).toBeGreaterThan(SCRIPT_CORPUS.length);
  const scrollDown = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
      return document.querySelectorAll('main article').length;
    });
  await expect.poll(scrollDown, { timeout: 60_000 }).toBe(total);
  await page
    .getByRole('heading', { name: SCRIPT_CORPUS[0] ?? '', exact: true })
    .first()
    .waitFor();
  for (const [index, texts] of chunks.entries()) {
    await page.goto(`${shop.origin}/product/dense-${index}`);
    for (const title of ['Features', 'Dimensions & Weight', 'Shipping & Delivery']) {
      await page.getByRole('button', { name: title }).click();
      await page.getByRole('dialog').waitFor();
      const shown = (await page.getByRole('dialog').textContent()) ?? '';
      expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await page.locator('main :is(script, iframe, object, embed, [onerror], [onload])').count()).toBe(
      0,
    );
  }
  expect(breaches).toEqual([]);
});
