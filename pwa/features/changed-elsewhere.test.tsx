// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import type { FakeApp } from '../../tests/support/fake-app.tsx';
import {
  arrival,
  box,
  open,
  openUpdate,
  press,
  save,
  storedProducts,
  STORED,
  type,
  whenButton,
} from '../../tests/support/product-form.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a product that changes elsewhere', () => {
  const SYNC = {
    sequence: 99,
    acknowledged: 'w',
    updatedAt: new Date().toISOString(),
    updatedBy: 'bo@example.com',
  };
  const pullChange = (app: FakeApp, changes: Partial<Product>) =>
    act(() => app.pull('products', [{ ...STORED, ...changes, writeId: 'w', sync: SYNC }]));

  test('[PB4] fields that were left alone follow; a touched one offers both versions', async () => {
    const app = await openUpdate();
    type('Price in AUD, with GST', '1.00');
    await pullChange(app, {
      productName: 'Recon 2',
      productPrices: [{ value: '2.00', label: 'AUD', description: 'price_1' }],
    });
    expect(await screen.findByText('bo@example.com changed this to “2.00” just now.')).toBeTruthy();
    expect(box('Name').value).toBe('Recon 2');
    expect(box('Price in AUD, with GST').value).toBe('1.00');
    press('Take theirs for Price');
    expect(box('Price in AUD, with GST').value).toBe('2.00');
    press('Undo');
    expect(box('Price in AUD, with GST').value).toBe('1.00');
    await save();
    await arrival();
    expect((await storedProducts(app))[0]).toMatchObject({
      productName: 'Recon 2',
      productPrices: [{ value: '1.00' }],
    });
  });

  test('[PB4] saving stays possible without a choice, and keeps mine', async () => {
    const app = await openUpdate();
    type('Name', 'Mine');
    await pullChange(app, { productName: 'Theirs' });
    await whenButton('Keep mine for Name');
    await save();
    await arrival();
    expect((await storedProducts(app))[0]?.productName).toBe('Mine');
  });

  test('[PB4] a change while the page was closed is shown when the form comes back', async () => {
    const app = await openUpdate();
    type('Name', 'Mine');
    cleanup();
    await app.pull('products', [{ ...STORED, productName: 'Theirs', STUPID: 'prod_theirs' }]);
    await open('/product/recon-vtol/update', app);
    expect(await screen.findByText(/changed this to “Theirs” on/)).toBeTruthy();
    expect(box('Name').value).toBe('Mine');
    expect(box('Payment product id').value).toBe('prod_theirs');
  });

  test('[PB3] [PB4] a choice that was not made yet is asked for again after a reload', async () => {
    const app = await openUpdate();
    type('Name', 'Mine');
    await pullChange(app, { productName: 'Theirs', STUPID: 'prod_theirs' });
    await whenButton('Keep mine for Name');
    cleanup();
    await open('/product/recon-vtol/update', app);
    expect(await screen.findByText(/changed this to “Theirs” on/)).toBeTruthy();
    press('Keep mine for Name');
    cleanup();
    await open('/product/recon-vtol/update', app);
    expect(await screen.findByDisplayValue('Mine')).toBeTruthy();
    expect(screen.queryByText(/changed this to/)).toBeNull();
  });

  test('[PB4] a product that was deleted meanwhile can be saved as a new one', async () => {
    const app = await openUpdate();
    type('Name', 'Kept');
    await act(async () => (await app.localStore.whenOpen()).write('products', 'recon-vtol', () => 'delete'));
    expect(await screen.findByText(/was deleted elsewhere/)).toBeTruthy();
    await save('Save as a new product');
    expect(await arrival()).toContain('/product/kept ');
    expect(await storedProducts(app)).toMatchObject([{ FBUID: 'kept', productImages: STORED.productImages }]);
  });
});
