import { act, renderHook, waitFor } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { LocalStore } from '../store/local-store.ts';
import { replaceStore, whenStore } from '../store/store-provider.ts';
import { useQuery } from './use-query.ts';

const opened = vi.hoisted(() => ({ stores: [] as { name: string; isClosed: boolean }[] }));

vi.mock('../store/local-store.ts', () => ({
  openLocalStore: async () => {
    const store = { name: `store ${opened.stores.length + 1}`, isClosed: false };
    opened.stores.push(store);
    return { name: store.name, close: async () => void (store.isClosed = true) };
  },
}));

const query = (store: LocalStore) => new BehaviorSubject((store as unknown as { name: string }).name);

test('[CL6] open queries follow a change of identity to the other store, and show nothing in between', async () => {
  const seen: (string | undefined)[] = [];
  const { result } = renderHook(() => {
    const name = useQuery('name', query);
    seen.push(name);
    return name;
  });
  await waitFor(() => expect(result.current).toBe('store 1'));
  let isAllowed = () => {};
  const change = vi.fn(() => isAllowed());
  await act(() => replaceStore(change));
  await waitFor(() => expect(result.current).toBe('store 2'));
  expect(opened.stores[0]).toMatchObject({ isClosed: true });
  expect(change).toHaveBeenCalledOnce();
  expect(seen.indexOf(undefined, seen.indexOf('store 1'))).toBeGreaterThan(0);
  isAllowed = () => undefined;
});

test('[CL6] what is known early stands in for the first result of one store, never of the next', async () => {
  const seen: (string | undefined)[] = [];
  const { result } = renderHook(() => {
    const name = useQuery('name', query, 'early');
    seen.push(name);
    return name;
  });
  expect(result.current).toBe('early');
  await waitFor(() => expect(result.current).toMatch(/^store/));
  await act(() => replaceStore());
  await waitFor(() => expect(result.current).toBe(`store ${opened.stores.length}`));
  expect(seen.lastIndexOf('early')).toBeLessThan(seen.findIndex((name) => name?.startsWith('store')));
});

test('[CL6] two changes at once happen one after the other, and whoever asks gets the last store', async () => {
  const before = opened.stores.length;
  const both = [replaceStore(), replaceStore()];
  await Promise.all(both);
  expect(opened.stores.length).toBe(before + 2);
  expect(opened.stores.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  expect(await whenStore()).toMatchObject({ name: `store ${before + 2}` });
});
