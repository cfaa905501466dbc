import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { BehaviorSubject, map } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import { createFakeApp } from '../../../tests/support/fake-app.tsx';
import { AppStoreProvider, type AppStore } from '../app-store.ts';
import { createStoreProvider, type LocalStore } from '../store/store-provider.ts';
import { startCheckpoint } from '../sync/checkpoint-record.ts';
import { ServedPageProvider, type ServedPage } from './ssr-data.ts';
import { useProduct, useProducts } from './use-products.ts';

const served = { FBUID: 'recon', productName: 'served with the page' } as Product;
const local = { ...served, productName: 'from the local store' };
let inStore: BehaviorSubject<{ toJSON: () => Product } | undefined>;
let all: BehaviorSubject<readonly { toJSON: () => Product }[]>;
let arrived: BehaviorSubject<boolean>;
let app: AppStore;

afterEach(cleanup);

beforeEach(() => {
  inStore = new BehaviorSubject<{ toJSON: () => Product } | undefined>(undefined);
  all = new BehaviorSubject<readonly { toJSON: () => Product }[]>([]);
  arrived = new BehaviorSubject(false);
  const pulled = { ...startCheckpoint('products'), checkpoint: '1.epoch.scope.1' };
  const checkpoint = arrived.pipe(map((isPulled) => (isPulled ? pulled : null)));
  const database = {
    products: { findOne: () => ({ $: inStore }), find: () => ({ $: all }) },
    checkpoints: { findOne: () => ({ $: checkpoint }) },
  };
  const localStore = createStoreProvider(async () => ({ database }) as unknown as LocalStore);
  app = { ...createFakeApp(), localStore };
});

function open(product: Product | null | undefined, id: string) {
  return renderInPage(() => useProduct(id), product === undefined ? undefined : { product });
}

/** Renders a hook in a page with this server-rendered data, or with none. */
async function renderInPage<Result>(hook: () => Result, parts: Partial<ServedPage> | undefined) {
  const page = parts && { path: '/', config: {} as ServedPage['config'], ...parts };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppStoreProvider value={app}>
      <MemoryRouter>
        <ServedPageProvider served={page}>{children}</ServedPageProvider>
      </MemoryRouter>
    </AppStoreProvider>
  );
  const { result } = renderHook(hook, { wrapper });
  await act(async () => void (await app.localStore.whenOpen()));
  return result;
}

test('[R-DET-14] a server-rendered product stays until the local store has it', async () => {
  const product = await open(served, 'one');
  expect(product.current).toEqual({ status: 'ready', product: served });
  act(() => arrived.next(true));
  expect(product.current).toEqual({ status: 'ready', product: served });
  act(() => inStore.next({ toJSON: () => local }));
  expect(product.current).toEqual({ status: 'ready', product: local });
});

test('[R-DET-14] a server-rendered product that is deleted while open becomes missing', async () => {
  const product = await open(served, 'two');
  act(() => arrived.next(true));
  act(() => inStore.next({ toJSON: () => local }));
  act(() => inStore.next(undefined));
  expect(product.current).toEqual({ status: 'missing' });
  act(() => inStore.next(undefined));
  expect(product.current).toEqual({ status: 'missing' });
});

test('[R-DET-14] a product is missing if the server said so, or if all products arrived without it', async () => {
  expect((await open(null, 'three')).current).toEqual({ status: 'missing' });
  const product = await open(undefined, 'four');
  expect(product.current).toEqual({ status: 'loading' });
  act(() => arrived.next(true));
  expect(product.current).toEqual({ status: 'missing' });
});

test('[R-LST-06] a list is ready once all products have arrived, and “arriving” until then', async () => {
  const list = await renderInPage(() => useProducts(''), undefined);
  expect(list.current).toEqual({ status: 'loading', products: [] });
  act(() => all.next([{ toJSON: () => local }]));
  expect(list.current).toEqual({ status: 'arriving', products: [local] });
  act(() => arrived.next(true));
  expect(list.current).toEqual({ status: 'ready', products: [local] });
});

test('[R-LST-06] a server-rendered list stays until all products have arrived', async () => {
  const other = { ...served, FBUID: 'other' };
  const page = { query: '', cards: [served, other], total: 2, counts: {} };
  const list = await renderInPage(() => useProducts(''), { list: page });
  act(() => all.next([{ toJSON: () => local }]));
  expect(list.current).toEqual({ status: 'ready', products: [served, other], served: page });
  act(() => arrived.next(true));
  expect(list.current).toEqual({ status: 'ready', products: [local] });
});

test('[R-LST-06] a server-rendered list applies to its own search, filters and page only', async () => {
  const page = { query: 'page=2', cards: [served], total: 49, counts: {} };
  const list = await renderInPage(() => useProducts('search=vtol'), { list: page });
  expect(list.current).toEqual({ status: 'arriving', products: [served] });
  act(() => all.next([{ toJSON: () => local }]));
  expect(list.current).toEqual({ status: 'arriving', products: [local] });
  act(() => arrived.next(true));
  expect(list.current).toEqual({ status: 'ready', products: [local] });
});

test('[R-LST-06] an unchanged product stays the same object while others arrive', async () => {
  const list = await renderInPage(() => useProducts(''), undefined);
  const document = { toJSON: () => ({ ...local }) };
  act(() => all.next([document]));
  const [before] = list.current.products;
  act(() => all.next([document, { toJSON: () => served }]));
  expect(list.current.products[0]).toBe(before);
  expect(list.current.products).toEqual([local, served]);
});

test('[R-SHP-02] early products show at once, and the list stays “arriving” until the store is ready', async () => {
  app.earlyProducts.set([served]);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppStoreProvider value={app}>
      <MemoryRouter>{children}</MemoryRouter>
    </AppStoreProvider>
  );
  const list = renderHook(() => useProducts(''), { wrapper }).result;
  const one = renderHook(() => useProduct('recon'), { wrapper }).result;
  const none = renderHook(() => useProduct('none'), { wrapper }).result;
  expect(list.current).toEqual({ status: 'arriving', products: [served] });
  expect(one.current).toEqual({ status: 'ready', product: served });
  expect(none.current).toEqual({ status: 'loading' });
  await act(async () => all.next([{ toJSON: () => local }]));
  act(() => arrived.next(true));
  expect(list.current).toEqual({ status: 'ready', products: [local] });
});
