import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { addProduct } from '#pwa/data/cart/cart.ts';
import { UnsavedCartError } from '#pwa/data/cart/unsaved-cart-error.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { useAddToBag } from './use-add-to-bag.ts';

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/cart/cart.ts', () => ({ addProduct: vi.fn() }));

afterEach(cleanup);

async function add() {
  const { result } = renderHook(useAddToBag, {
    wrapper: ({ children }) => (
      <MemoryRouter>
        <ToastRegion>{children}</ToastRegion>
      </MemoryRouter>
    ),
  });
  const isIn = await act(() => result.current.add(sampleProduct(), 1));
  return { isIn, refusal: result.current.refusal };
}
const said = (how: 'polite' | 'assertive') => document.querySelector(`[aria-live="${how}"]`)?.textContent;

test('[R-DET-04] what went into the cart is said, with the way there', async () => {
  vi.mocked(addProduct).mockResolvedValueOnce({ outcome: 'added', items: [] });
  expect(await add()).toEqual({ isIn: true, refusal: undefined });
  expect(said('polite')).toContain('Recon VTOL is in your bag.');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/checkout');
});

test('[F44] [R-DET-04] what the device could not keep for good is in the cart, and nobody is asked to add it again', async () => {
  vi.mocked(addProduct).mockRejectedValueOnce(new UnsavedCartError(new Error('full')));
  expect(await add()).toEqual({ isIn: true, refusal: undefined });
  expect(said('assertive')).toContain(
    'Recon VTOL is in your bag, but could not be kept on this device for good.',
  );
});

test('[R-DET-04] what could not be fetched whole is not in the cart, and is said to be not', async () => {
  vi.mocked(addProduct).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { isIn, refusal } = await add();
  expect(isIn).toBe(false);
  expect(refusal).toContain('your bag is as it was');
});

test.each([
  [10, 'You already have 10 of this, the most per order.'],
  [4, 'You already have 4 of this, and 10 is the most per order. Nothing was added.'],
])('[R-VAL-10] with %i in the cart an add above ten is refused with the reason', async (inCart, refusal) => {
  vi.mocked(addProduct).mockResolvedValueOnce({ outcome: 'unchanged', items: [], inCart });
  expect(await add()).toEqual({ isIn: false, refusal });
});
