import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'without-worker' });

/** Opens a page as its server rendered it. @returns starts the app */
async function openWithoutApp(path: string): Promise<() => void> {
  const { page, shop } = world;
  let release!: () => void;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/start-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(shop.origin + path, { waitUntil: 'commit' });
  return release;
}

test('[R-SHP-01] a product’s quantity and presses made before the app is ready count once it is, and once only', async () => {
  const { page } = world;
  const startApp = await openWithoutApp('/product/recon-vtol');
  await page.getByRole('combobox', { name: 'Quantity' }).selectOption('3');
  const add = page.getByRole('button', { name: 'Add to Cart' });
  await add.click();
  await add.click();
  expect(await add.getAttribute('aria-busy')).toBe('true');
  await page.getByRole('button', { name: 'Features' }).click();
  startApp();
  await page.getByRole('dialog', { name: 'Features' }).waitFor();
  expect(await add.getAttribute('aria-busy')).toBeNull();
  await page.getByRole('link', { name: /3 items in cart/ }).waitFor();
  expect(await page.locator('[data-taken]').count()).toBe(0);
});

test('[R-SHP-01] an enquiry typed and submitted before the app is ready is sent once it is', async () => {
  const { page } = world;
  const startApp = await openWithoutApp('/contact');
  await page.getByLabel('Name').pressSequentially('Mary Miller');
  await page.getByLabel('Email').fill('mary@example.com');
  await page.getByLabel('Message').fill('Is this sent?');
  await page.getByLabel('Email').press('Enter');
  expect(page.url()).toBe(`${world.shop.origin}/contact`);
  startApp();
  await page.getByText(/Thank you for submitting an enquiry/).waitFor();
  await page.getByText('Is this sent?').waitFor();
});

test('[R-SHP-01] search, filters and menu used before the app is ready work once it is, links at once', async () => {
  const { page } = world;
  await page.setViewportSize({ width: 390, height: 844 });
  const startApp = await openWithoutApp('/products');
  await page.getByRole('searchbox').pressSequentially('battery');
  await page.getByText('Filter and sort').click();
  await page.getByLabel('Price, highest first').check();
  await page.getByLabel('$1,000 to $10,000').check();
  await page.getByRole('button', { name: 'Menu' }).click();
  startApp();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).waitFor();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ search: 'battery', sort: 'price-desc', price: '1000-10000' });
  expect(await page.getByLabel('Price, highest first').isChecked()).toBe(true);
  expect(await page.getByRole('searchbox').inputValue()).toBe('battery');

  await openWithoutApp('/products');
  await page.getByRole('link', { name: 'Recon VTOL', exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/product/recon-vtol');
});

/** Presses or types in the page when the app is ready, just before what was done earlier is repeated. */
async function whenReady(act: () => void): Promise<void> {
  // As text: the pages' policy allows no `eval`.
  await world.page.addInitScript(`
    const observer = new MutationObserver(() => {
      if (document.querySelector('main [data-not-live]')) return;
      observer.disconnect();
      setTimeout(${String(act)});
    });
    observer.observe(document, { subtree: true, attributeFilter: ['data-not-live'] });
  `);
}

test('[R-SHP-01] a press in the moment the app is ready counts after the quantity that was chosen before', async () => {
  const { page } = world;
  await whenReady(() => {
    const buttons = [...document.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === 'Add to Cart')?.click();
  });
  const startApp = await openWithoutApp('/product/recon-vtol');
  await page.getByRole('combobox', { name: 'Quantity' }).selectOption('3');
  startApp();
  const cart = page.getByRole('link', { name: /items? in cart/ });
  await cart.waitFor();
  expect(await cart.innerText()).toMatch(/3\s+items in cart/);
});

test('[R-SHP-01] text typed in the moment the app is ready is not replaced by the text typed before', async () => {
  const { page } = world;
  await whenReady(() => {
    const field = document.querySelector('textarea');
    if (!field) return;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      field,
      'Is this kept?',
    );
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const startApp = await openWithoutApp('/contact');
  await page.getByLabel('Name').fill('Mary Miller');
  await page.getByLabel('Email').fill('mary@example.com');
  await page.getByLabel('Message').fill('Is this');
  startApp();
  await page.getByLabel('Message').and(page.locator(':not([data-not-live])')).waitFor();
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await page.getByText(/Thank you for submitting an enquiry/).waitFor();
  await page.getByText('Is this kept?').waitFor();
});

test('[R-SHP-01] a quantity counts although the page gets its first one back while the browser tells of the choice', async () => {
  const { page } = world;
  const startApp = await openWithoutApp('/product/recon-vtol');
  // The first event lets the app hydrate the list at once, which sets it back before the second one.
  await page.getByRole('combobox', { name: 'Quantity' }).evaluate((list: HTMLSelectElement) => {
    list.value = '3';
    list.dispatchEvent(new Event('input', { bubbles: true }));
    list.value = '1';
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });
  startApp();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('link', { name: /3 items in cart/ }).waitFor();
});
