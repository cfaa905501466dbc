import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import { ServedPageProvider, type ServedPage } from './served-page.ts';
import { useProduct } from './use-products.ts';

/** What the local store holds of the one product, and whether a page of products was pulled. */
const store = vi.hoisted(() => ({ local: undefined as unknown, arrived: undefined as unknown }));

vi.mock('./has-arrived.ts', () => ({ hasArrived: () => store.arrived }));
vi.mock('./shop.ts', () => ({
  openShop: async () => ({
    database: { products: { findOne: () => ({ $: store.local }) } },
    close: async () => {},
  }),
}));

const served = { FBUID: 'recon', productName: 'as it was served' } as Product;
const local = { ...served, productName: 'as it is here' };
let inStore: BehaviorSubject<{ toJSON: () => Product } | undefined>;
let arrived: BehaviorSubject<boolean>;

beforeEach(() => {
  inStore = new BehaviorSubject<{ toJSON: () => Product } | undefined>(undefined);
  arrived = new BehaviorSubject(false);
  Object.assign(store, { local: inStore, arrived });
});

async function open(product: Product | null | undefined, id: string) {
  const page: ServedPage | undefined =
    product === undefined ? undefined : { path: '/', config: {} as ServedPage['config'], product };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter>
      <ServedPageProvider served={page}>{children}</ServedPageProvider>
    </MemoryRouter>
  );
  const { result } = renderHook(() => useProduct(id), { wrapper });
  await act(async () => {});
  return result;
}

test('[R-DET-14] a product that came with its page stays while the first of several pages of products has arrived', async () => {
  const product = await open(served, 'one');
  expect(product.current).toEqual({ status: 'ready', product: served });
  act(() => arrived.next(true));
  expect(product.current).toEqual({ status: 'ready', product: served });
  act(() => inStore.next({ toJSON: () => local }));
  expect(product.current).toEqual({ status: 'ready', product: local });
});

test('[R-DET-14] a product that is deleted while one looks is gone, though it came with the page', async () => {
  const product = await open(served, 'two');
  act(() => arrived.next(true));
  act(() => inStore.next({ toJSON: () => local }));
  act(() => inStore.next(undefined));
  expect(product.current).toEqual({ status: 'missing' });
  act(() => inStore.next(undefined));
  expect(product.current).toEqual({ status: 'missing' });
});

test('[R-DET-14] a product is missing once the server has said so, or its products have arrived without it', async () => {
  expect((await open(null, 'three')).current).toEqual({ status: 'missing' });
  const product = await open(undefined, 'four');
  expect(product.current).toEqual({ status: 'loading' });
  act(() => arrived.next(true));
  expect(product.current).toEqual({ status: 'missing' });
});
