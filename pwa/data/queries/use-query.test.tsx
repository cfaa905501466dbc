import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApp } from '../../../tests/support/fake-app.tsx';
import { AppStoreProvider, type AppStore } from '../app-store.ts';
import { createStoreProvider, type LocalStore } from '../store/store-provider.ts';
import { useQuery } from './use-query.ts';

let stores: { readonly name: string; isClosed: boolean }[];
let app: AppStore;

beforeEach(() => {
  stores = [];
  const localStore = createStoreProvider(async () => {
    const store = { name: `store ${stores.length + 1}`, isClosed: false };
    stores.push(store);
    return { name: store.name, close: async () => void (store.isClosed = true) } as unknown as LocalStore;
  });
  app = { ...createFakeApp(), localStore };
});
afterEach(cleanup);

const query = (store: LocalStore) => new BehaviorSubject((store as unknown as { name: string }).name);

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <AppStoreProvider value={app}>{children}</AppStoreProvider>
);

test('[CL6] open queries switch to the new store after an identity change, and show nothing in between', async () => {
  const seen: (string | undefined)[] = [];
  const { result } = renderHook(
    () => {
      const name = useQuery('name', query);
      seen.push(name);
      return name;
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current).toBe('store 1'));
  const change = vi.fn();
  await act(() => app.localStore.replace(change));
  await waitFor(() => expect(result.current).toBe('store 2'));
  expect(stores[0]).toMatchObject({ isClosed: true });
  expect(change).toHaveBeenCalledOnce();
  expect(seen.indexOf(undefined, seen.indexOf('store 1'))).toBeGreaterThan(0);
});

test('[CL6] an early value shows until the first store has a result, and never for the next store', async () => {
  const seen: (string | undefined)[] = [];
  const { result } = renderHook(
    () => {
      const name = useQuery('name', query, 'early');
      seen.push(name);
      return name;
    },
    { wrapper },
  );
  expect(result.current).toBe('early');
  await waitFor(() => expect(result.current).toMatch(/^store/));
  await act(() => app.localStore.replace());
  await waitFor(() => expect(result.current).toBe(`store ${stores.length}`));
  expect(seen.lastIndexOf('early')).toBeLessThan(seen.findIndex((name) => name?.startsWith('store')));
});

test('[CL6] concurrent replacements run one after the other, and callers get the last store', async () => {
  const before = stores.length;
  const both = [app.localStore.replace(), app.localStore.replace()];
  await Promise.all(both);
  expect(stores.length).toBe(before + 2);
  expect(stores.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  expect(await app.localStore.whenOpen()).toMatchObject({ name: `store ${before + 2}` });
});
