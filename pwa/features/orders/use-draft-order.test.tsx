// @vitest-environment happy-dom
import { act, cleanup, waitFor, type RenderHookResult } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT_ORDER, setComponentQuantity, toggleComponent } from '#shared/domain/draft-order.ts';
import { keepDraftOrder } from '#pwa/data/orders/draft-order-store.ts';
import { useKeptDraftOrder } from '#pwa/data/orders/use-draft-orders.ts';
import { createFakeApp, renderHookInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { useDraftOrder } from './use-draft-order.ts';

let app: FakeApp;

const GOGGLES = { name: 'FPV Goggles', price: 549 };

/** The displayed and the stored draft order. */
const useBoth = () => ({ shown: useDraftOrder('one'), kept: useKeptDraftOrder('one') });
type Both = RenderHookResult<ReturnType<typeof useBoth>, unknown>['result'];

async function renderBoth(): Promise<Both> {
  const { result } = renderHookInApp(app, useBoth);
  await waitFor(() => expect(result.current.kept).toBeNull());
  return result;
}

const select = (result: Both) =>
  act(async () => result.current.shown.change((content) => toggleComponent(content, GOGGLES)));
const setQuantity = (result: Both, quantity: number) =>
  act(async () =>
    result.current.shown.change((content) => setComponentQuantity(content, GOGGLES.name, quantity)),
  );
const waitUntilSaved = (result: Both, quantity: number) =>
  waitFor(() => expect(result.current.kept?.lines).toEqual([{ ...GOGGLES, quantity }]));

beforeEach(() => {
  app = createFakeApp();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-PCK-05] a change that is saved late does not undo later changes', async () => {
  const result = await renderBoth();
  let resume = () => {};
  const pause = new Promise<void>((resolve) => (resume = resolve));
  await select(result);
  const paused = app.draftOrders.change(() => pause);
  await setQuantity(result, 12);
  await waitUntilSaved(result, 1);
  expect(result.current.shown.content.lines).toEqual([{ ...GOGGLES, quantity: 12 }]);
  resume();
  await paused;
  await waitUntilSaved(result, 12);
  expect(result.current.shown.content.lines).toEqual([{ ...GOGGLES, quantity: 12 }]);
});

test('[R-PCK-05] a later change from another tab is shown', async () => {
  const result = await renderBoth();
  await select(result);
  await waitUntilSaved(result, 1);
  const { changedAt = 0 } = result.current.kept ?? {};
  const changed = { ...EMPTY_DRAFT_ORDER, role: 'Civilian' } as const;
  await app.draftOrders.change((parts) =>
    keepDraftOrder(parts, 'one', changed, { changedAt: changedAt + 1 }),
  );
  await waitFor(() => expect(result.current.shown.content.role).toBe('Civilian'));
});

test('[F44] a change that can’t be saved on this device is still shown, with an error', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { database } = await app.draftOrders.whenOpen();
  const cause = new Error('no room');
  vi.spyOn(database.draftOrders, 'incrementalUpsert').mockRejectedValueOnce(cause);
  const result = await renderBoth();
  await select(result);
  await waitFor(() => expect(result.current.shown.hasFailed).toBe(true));
  expect(result.current.shown.content.lines).toHaveLength(1);
  expect(logged).toHaveBeenCalledExactlyOnceWith('A draft order could not be saved:', cause);
  await setQuantity(result, 2);
  await waitFor(() => expect(result.current.shown.hasFailed).toBe(false));
});
