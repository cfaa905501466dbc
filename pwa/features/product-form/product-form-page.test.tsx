// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFakeApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import {
  arrival,
  box,
  fillNew,
  open,
  openUpdate,
  press,
  save,
  storedProducts,
  STORED,
  type,
  whenButton,
} from '../../../tests/support/product-form.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('saving', () => {
  test('[R-PFM-01] [R-PFM-02] [PB5] a new product is created under the id of its name, and its page opens', async () => {
    const app = await open('/product/create');
    fillNew('Scout (Trainer)');
    type('Price in AUD, with GST', '1299.00');
    await save();
    expect(await arrival()).toContain('/product/scout-trainer ');
    expect(await storedProducts(app)).toMatchObject([
      { FBUID: 'scout-trainer', productName: 'Scout (Trainer)', productPrices: [{ value: '1299.00' }] },
    ]);
    expect(app.forms.all.read()).toEqual([]);
  });

  test('[R-PFM-01] [R-CAL-05] [PB5] a product with an id is read and updated; its id and its other fields stay', async () => {
    const app = await openUpdate();
    expect(box('Name').value).toBe('Recon VTOL');
    expect(screen.getByText(/^Address: \/product\/recon-vtol/)).toBeTruthy();
    type('Name', 'Recon 2');
    await save();
    expect(await arrival()).toContain('/product/recon-vtol ');
    expect(await storedProducts(app)).toMatchObject([{ ...STORED, productName: 'Recon 2' }]);
  });

  test('[R-VAL-06] “required” shows under name, payment product id and category only after a submit attempt', async () => {
    const app = await open('/product/create');
    expect(screen.queryByText('required')).toBeNull();
    await save();
    expect(await screen.findAllByText('required')).toHaveLength(3);
    for (const name of ['Name', 'Category', 'Payment product id'])
      expect(box(name).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(box('Name'));
    fillNew();
    await waitFor(() => expect(screen.queryByText('required')).toBeNull());
    expect(await storedProducts(app)).toEqual([]);
  });

  test('[R-VAL-07] the category is one of drones, batteries and propellers', async () => {
    await open('/product/create');
    const options = [...box('Category').querySelectorAll('option')].map(({ value }) => value);
    expect(options).toEqual(['', 'drones', 'batteries', 'propellers']);
  });

  test.each(['0', '1e9', '-5'])('[PB8] a price of %s is refused at its field', async (price) => {
    const app = await openUpdate();
    type('Price in AUD, with GST', price);
    await save();
    await waitFor(() => expect(document.activeElement).toBe(box('Price in AUD, with GST')));
    expect(box('Price in AUD, with GST').getAttribute('aria-invalid')).toBe('true');
    expect(await storedProducts(app)).toMatchObject([{ writeId: expect.stringMatching(/^write-/) }]);
  });

  test('[PB8] an unreadable price is kept, and the form says what shoppers see', async () => {
    const app = await openUpdate();
    expect(screen.getByText('Shoppers see $24,990.00.')).toBeTruthy();
    type('Price in AUD, with GST', 'abc');
    expect(screen.getByText('Shoppers see “Enquire”.')).toBeTruthy();
    await save();
    await arrival();
    expect((await storedProducts(app))[0]?.productPrices[0]?.value).toBe('abc');
  });

  test('[PB9] while a price is typed that the payment provider does not have, the form says so', async () => {
    const app = createFakeApp({ session: STAFF });
    const price = { productId: STORED.STUPID, unitCents: 2_499_000, currency: 'AUD', isActive: true };
    app.respond('GET /admin/payments/prices', () => ({ prices: [{ id: 'price_1', price }] }));
    await app.pull('products', [STORED]);
    await open('/product/recon-vtol/update', app);
    await screen.findByText('Shoppers see $24,990.00.');
    const mark = () => screen.queryByText(/^Buyers can’t pay online at this price:/);
    expect(mark()).toBeNull();
    type('Price in AUD, with GST', '26000');
    await waitFor(() =>
      expect(mark()?.textContent).toContain('$24,990.00 at the provider, $26,000.00 in the shop.'),
    );
    type('Price in AUD, with GST', '24990.00');
    await waitFor(() => expect(mark()).toBeNull());
  });

  test('[PB8] a script as a download is refused at its field', async () => {
    await openUpdate();
    const row = within(screen.getByRole('group', { name: 'download 1' }));
    fireEvent.change(row.getByLabelText('Link'), { target: { value: 'javascript:alert(1)' } });
    await save();
    await waitFor(() => expect(document.activeElement).toBe(row.getByLabelText('Link')));
    expect(row.getByText(/https:/)).toBeTruthy();
  });

  test.each([
    ['Create', 'create', '/product/create is an address of the shop.'],
    ['Recon VTOL', 'recon-vtol', '/product/recon-vtol is taken by another product, perhaps a deleted one.'],
  ])('[PB1] the name “%s” is refused with another address to use', async (name, id, message) => {
    const app = createFakeApp({ session: STAFF, isOnline: false });
    await app.pull('products', [STORED]);
    await open('/product/create', app);
    fillNew(name);
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(box('Name'));
    press(`Use /product/${id}-2`);
    await save();
    expect(await arrival()).toMatch(/-2 /);
    expect(await storedProducts(app)).toHaveLength(2);
  });

  test('[PB1] the id of a deleted product is taken, and a name without a letter has none', async () => {
    const app = createFakeApp({ session: STAFF, isOnline: false });
    await app.pull('products', [STORED]);
    await (await app.localStore.whenOpen()).write('products', 'recon-vtol', () => 'delete');
    await open('/product/create', app);
    fillNew('Recon VTOL');
    fireEvent.blur(box('Name'));
    await whenButton('Use /product/recon-vtol-2');
    fillNew('???');
    await save();
    expect(await screen.findByText(/needs a letter or a digit/)).toBeTruthy();
    expect(await storedProducts(app)).toEqual([]);
  });

  test('[PB8] a price id of another product is refused at its field', async () => {
    const app = createFakeApp({ session: STAFF, isOnline: false });
    await app.pull('products', [STORED]);
    await open('/product/create', app);
    fillNew();
    type('Payment price id', 'price_1');
    await save();
    expect(await screen.findByText('Recon VTOL has this price id. Each product needs its own.')).toBeTruthy();
    expect(document.activeElement).toBe(box('Payment price id'));
  });

  test('[PB5] a product that can’t be stored stays in the form, with the reason', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const app = createFakeApp({
      session: STAFF,
      beforeWrite: () => {
        throw new Error('The disk is full.');
      },
    });
    await open('/product/create', app);
    fillNew();
    await save();
    expect(await screen.findByText(/The disk is full/)).toBeTruthy();
    expect(box('Name').value).toBe('Scout');
    expect(logged).toHaveBeenCalledWith('The product could not be saved:', expect.anything());
  });
});

describe('without a right', () => {
  test('[R-ROL-04] [PB5] signed out, the form stays and asks to sign in; afterwards it is saved', async () => {
    const app = createFakeApp();
    await open('/product/create', app);
    fillNew();
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in to save' }));
    fireEvent.click(dialog.getByText('Sign in'));
    const [path, state] = (await arrival())?.split(' ') ?? [];
    expect(path).toBe('/login');
    const errand = JSON.parse(state ?? '') as { next: string; nextState: unknown };
    expect(errand).toEqual({
      next: expect.stringMatching(/^\/product\/create\?draft=/),
      nextState: { isSaving: true },
    });
    expect(app.forms.all.read()).toMatchObject([{ title: 'Scout' }]);
    expect(await storedProducts(app)).toEqual([]);
  });

  test('[R-ERR-05] without such a product the page says “no document data selected”', async () => {
    const app = createFakeApp({ session: STAFF, isOnline: false });
    await app.pull('products', []);
    await open('/product/none/update', app);
    expect(await screen.findByText('no document data selected')).toBeTruthy();
  });
});

describe('what was typed', () => {
  test('[PB3] is kept on the device, shown again with a notice, and can be discarded with undo', async () => {
    const app = await openUpdate();
    type('Name', 'Half a name');
    expect(app.forms.all.read()).toMatchObject([{ key: 'products/recon-vtol', title: 'Half a name' }]);
    cleanup();
    await open('/product/recon-vtol/update', app);
    expect(await screen.findByText(/^We kept what you typed/)).toBeTruthy();
    expect(box('Name').value).toBe('Half a name');
    press('Discard');
    expect(box('Name').value).toBe('Recon VTOL');
    expect(app.forms.all.read()).toEqual([]);
    press('Undo');
    expect(box('Name').value).toBe('Half a name');
    expect(app.forms.all.read()).toMatchObject([{ title: 'Half a name' }]);
  });

  test('[PB3] a change that was taken back is not kept', async () => {
    const app = await openUpdate();
    type('Name', 'Recon VTOLx');
    type('Name', 'Recon VTOL');
    expect(app.forms.all.read()).toEqual([]);
  });

  test('[PB3] [PB11] each form for a new product has a draft of its own, and offers the others', async () => {
    const app = await open('/product/create');
    type('Name', 'First');
    cleanup();
    await open('/product/create', app);
    expect(box('Name').value).toBe('');
    type('Name', 'Second');
    expect(app.forms.all.read()?.map(({ title }) => title)).toEqual(['Second', 'First']);
    fireEvent.click(screen.getByText('First'));
    await waitFor(() => expect(box('Name').value).toBe('First'));
    expect(screen.getByText('Second')).toBeTruthy();
  });

  test('[PB6] a copy opens as a new product without the payment provider’s ids', async () => {
    const app = await openUpdate();
    press('Duplicate');
    await screen.findByRole('heading', { level: 1, name: 'New product' });
    expect(box('Name').value).toBe('Recon VTOL');
    expect(box('Payment product id').value).toBe('');
    expect(box('Payment price id').value).toBe('');
    expect(screen.queryByText(/^We kept/)).toBeNull();
    type('Category', 'drones');
    type('Payment product id', 'prod_2');
    await save();
    await whenButton('Use /product/recon-vtol-2');
    press('Use /product/recon-vtol-2');
    await save();
    await arrival();
    const [, copy] = await storedProducts(app);
    expect(copy).toMatchObject({
      FBUID: 'recon-vtol-2',
      STUPID: 'prod_2',
      productImages: STORED.productImages,
      productPrices: [{ value: '24990.00', description: '' }],
    });
  });

  test('[PB6] the preview shows the product as it is in the form', async () => {
    const app = await openUpdate();
    type('Name', 'Recon 2');
    press('Preview');
    expect(screen.getByRole('article', { name: 'As shoppers see it' }).textContent).toContain('Recon 2');
    expect((await storedProducts(app))[0]?.productName).toBe('Recon VTOL');
  });
});

describe('on a device with 100 drafts', () => {
  const keepDrafts = async ({ forms }: FakeApp, count: number) => {
    await forms.ready;
    for (let index = 1; index <= count; index += 1)
      forms.keep({ key: `products/new/${index}`, content: { productName: `Draft ${index}` }, title: '' });
  };
  const refusal = () =>
    screen.queryByText('There are 100 drafts on this device. Finish or discard one first.');

  test('[PB3] no other draft is begun, and the page leads to them', async () => {
    const app = createFakeApp({ session: STAFF, isOnline: false });
    await keepDrafts(app, 100);
    await open('/product/create', app);
    expect(refusal()).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show the drafts' }).getAttribute('href')).toBe(
      '/admin/products?view=drafts',
    );
    expect(app.forms.all.read()).toHaveLength(100);
  });

  test('[PB3] a kept draft opens, and an open form keeps what is typed', async () => {
    const app = createFakeApp({ session: STAFF, isOnline: false });
    await keepDrafts(app, 99);
    await open('/product/create', app);
    await keepDrafts(app, 100);
    type('Name', 'Typed');
    expect(app.forms.all.read()?.[0]?.title).toBe('Typed');
    cleanup();
    await open('/product/create?draft=7', app);
    expect(box('Name').value).toBe('Draft 7');
  });

  test('[PB3] [PB6] a product is not copied, and its form keeps what was typed', async () => {
    const app = await openUpdate();
    type('Name', 'Typed');
    await keepDrafts(app, 99);
    press('Duplicate');
    await waitFor(() => expect(refusal()).toBeTruthy());
    expect(app.forms.all.read()).toHaveLength(100);
    expect(app.forms.read('products/recon-vtol')?.title).toBe('Typed');
  });
});
