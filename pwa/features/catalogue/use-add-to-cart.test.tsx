import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest';
import { PAGE_DATA_ID } from '#shared/api/render.ts';
import type { Product } from '#shared/collections/products.ts';
import { AppStoreProvider } from '#pwa/data/app-store.ts';
import { UnsavedCartError } from '#pwa/data/cart/cart.ts';
import { readServedPage } from '#pwa/data/queries/ssr-data.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { createFakeApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleItem, sampleProduct } from '../../../tests/support/sample-product.ts';
import { useAddToCart } from './use-add-to-cart.ts';

let app: FakeApp;
let logged: Mock<typeof console.error>;

beforeEach(() => {
  app = createFakeApp();
  logged = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Adds products one after the other; a count for each. */
async function add(product = sampleProduct(), ...counts: readonly number[]) {
  const { result } = renderHook(useAddToCart, {
    wrapper: ({ children }) => (
      <AppStoreProvider value={app}>
        <MemoryRouter>
          <ToastRegion>{children}</ToastRegion>
        </MemoryRouter>
      </AppStoreProvider>
    ),
  });
  let isIn = false;
  for (const count of counts.length > 0 ? counts : [1])
    isIn = await act(() => result.current.add(product, count));
  return { isIn, refusal: result.current.refusal };
}
const said = (how: 'polite' | 'assertive') => document.querySelector(`[aria-live="${how}"]`)?.textContent;

/** A product with only the data of its card on a server-rendered page. */
function servedCard(): Product {
  const page = document.implementation.createHTMLDocument();
  const data = page.createElement('script');
  data.id = PAGE_DATA_ID;
  data.type = 'application/json';
  data.textContent = JSON.stringify({ path: '/products', list: { cards: [sampleProduct()] } });
  page.body.append(data);
  return readServedPage(page)?.list?.cards[0] as Product;
}

test('[R-DET-04] an added product is announced, with a link to the cart', async () => {
  expect(await add()).toEqual({ isIn: true, refusal: undefined });
  expect(app.cartMirror.items).toEqual([sampleItem(1)]);
  expect(said('polite')).toContain('1 × Recon VTOL is in your cart.');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/checkout');
  expect(logged).not.toHaveBeenCalled();
});

test('[F44] [R-DET-04] a product that can’t be stored is still in the cart, with a warning and no request to add it again', async () => {
  const full = new Error('full');
  app = createFakeApp({ store: { write: () => Promise.reject(full) } });
  expect(await add()).toEqual({ isIn: true, refusal: undefined });
  expect(app.cartMirror.items).toEqual([sampleItem(1)]);
  expect(said('assertive')).toContain(
    'Recon VTOL is in your cart, but could not be kept on this device for good.',
  );
  expect(logged).toHaveBeenCalledWith('The product could not be added:', new UnsavedCartError(full));
});

test('[R-DET-04] a product that can’t be fetched completely is not added, and the user is told', async () => {
  const { isIn, refusal } = await add(servedCard());
  expect(isIn).toBe(false);
  expect(app.cartMirror.items).toEqual([]);
  expect(refusal).toContain('your cart is as it was');
  expect(logged).toHaveBeenCalledWith(
    'The product could not be added:',
    expect.objectContaining({ code: 'unavailable' }),
  );
});

test.each([
  [10, 'You already have 10 of this, the most per order.'],
  [4, 'You already have 4 of this, and 10 is the most per order. Nothing was added.'],
])('[R-VAL-10] with %i in the cart, exceeding ten is rejected with the reason', async (inCart, refusal) => {
  app.cartMirror.reset([sampleItem(inCart)]);
  expect(await add(sampleProduct(), 7)).toEqual({ isIn: false, refusal });
  expect(app.cartMirror.items).toEqual([sampleItem(inCart)]);
});

test('[R-DET-04] the toast says how many are in the cart, and a refusal takes it down', async () => {
  await add(sampleProduct(), 2, 6);
  expect(said('polite')).toContain('8 × Recon VTOL are in your cart.');
  cleanup();
  const { refusal } = await add(sampleProduct(), 1, 5);
  expect(refusal).toContain('Nothing was added.');
  expect(said('polite')).toBe('');
});
