// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT_ORDER, setComponentQuantity, toggleComponent } from '#shared/domain/draft-order.ts';
import { keepDraftOrder } from '#pwa/data/orders/draft-order-store.ts';
import type { DraftOrder } from '#pwa/data/orders/draft-order-record.ts';
import { useDraftOrder } from './use-draft-order.ts';

const world = vi.hoisted(() => ({ kept: null as DraftOrder | null }));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/queries/use-rejected-changes.ts', () => ({ useRejectedChanges: () => [] }));
vi.mock('#pwa/data/orders/use-orders.ts', () => ({
  useOrder: () => ({ status: 'missing', isRefused: false }),
}));
vi.mock('#pwa/data/orders/use-draft-orders.ts', () => ({ useKeptDraftOrder: () => world.kept }));
vi.mock('#pwa/data/orders/draft-order-provider.ts', () => ({
  changeDraftOrders: vi.fn(async (change: (parts: unknown) => unknown) => change({})),
}));
vi.mock('#pwa/data/orders/draft-order-store.ts', () => ({ keepDraftOrder: vi.fn(async () => undefined) }));

afterEach(() => {
  cleanup();
  world.kept = null;
  vi.clearAllMocks();
});

const GOGGLES = { name: 'FPV Goggles', price: 549 };

/** The change of this number, as it is kept. */
function toKept(number: number): DraftOrder {
  const [, id, content, changedAt = 0] = vi.mocked(keepDraftOrder).mock.calls[number] ?? [];
  return { ...EMPTY_DRAFT_ORDER, ...content, id: id ?? '', createdAt: '', changedAt };
}

test('[R-PCK-05] a change that is kept late takes back none that was made since', async () => {
  const { result, rerender } = renderHook(() => useDraftOrder('one'));
  await act(async () => result.current.change((content) => toggleComponent(content, GOGGLES)));
  await act(async () => result.current.change((content) => setComponentQuantity(content, GOGGLES.name, 12)));
  world.kept = toKept(0);
  rerender();
  expect(result.current.content.lines).toEqual([{ ...GOGGLES, quantity: 12 }]);
  world.kept = toKept(1);
  rerender();
  expect(result.current.content.lines).toEqual([{ ...GOGGLES, quantity: 12 }]);
});

test('[R-PCK-05] what another tab has changed since is what is shown', async () => {
  const { result, rerender } = renderHook(() => useDraftOrder('one'));
  await act(async () => result.current.change((content) => toggleComponent(content, GOGGLES)));
  const { changedAt } = toKept(0);
  world.kept = { ...toKept(0), role: 'Civilian', changedAt: changedAt + 1 };
  rerender();
  expect(result.current.content.role).toBe('Civilian');
});

test('[F44] a change that this device could not keep is shown, and said', async () => {
  vi.mocked(keepDraftOrder).mockRejectedValueOnce(new Error('no room'));
  const { result } = renderHook(() => useDraftOrder('one'));
  await act(async () => result.current.change((content) => toggleComponent(content, GOGGLES)));
  expect(result.current.hasFailed).toBe(true);
  expect(result.current.content.lines).toHaveLength(1);
  await act(async () => result.current.change((content) => setComponentQuantity(content, GOGGLES.name, 2)));
  expect(result.current.hasFailed).toBe(false);
});
