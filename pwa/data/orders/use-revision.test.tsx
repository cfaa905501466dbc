// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '#shared/api/messages.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { fetchHistory } from '../queries/history.ts';
import type { RevisionRecord } from './draft-order-record.ts';
import type { OutboxEntry, OutboxRecord } from '../sync/outbox-record.ts';
import { toRevision, useRevision } from './use-revision.ts';

const world = vi.hoisted(() => ({
  isOnline: true,
  kept: null as RevisionRecord | null,
  waiting: null as OutboxRecord | null,
  written: [] as RevisionRecord[],
}));

vi.mock('../log.ts', () => ({ logNotice: vi.fn() }));
vi.mock('../queries/history.ts', () => ({ fetchHistory: vi.fn() }));
vi.mock('../sync/use-connection.ts', () => ({ useConnection: () => ({ isOnline: world.isOnline }) }));
vi.mock('../queries/use-query.ts', () => ({ useQuery: () => world.waiting, mapResults: vi.fn() }));
vi.mock('./use-draft-orders.ts', () => ({ useKeptRevision: () => world.kept }));
vi.mock('./draft-order-provider.ts', () => ({
  changeDraftOrders: (change: (parts: unknown) => unknown) => Promise.resolve(change({})),
}));
vi.mock('./draft-order-store.ts', () => ({
  keepRevision: (_parts: unknown, record: RevisionRecord) => void world.written.push(record),
}));

const order = (writeId: string, quantity: number, acknowledged = writeId): PurchaseOrder => ({
  FBUID: 'one',
  templateImage: '',
  selectedComponents: [{ name: 'FPV Goggles', quantity, price: 549 }],
  role: 'Civilian',
  engineeringNeeds: '',
  missionType: '',
  createdAt: '2026-11-21T09:00:00.000+11:00',
  writeId,
  sync: { sequence: acknowledged === '' ? 0 : 7, acknowledged, updatedAt: '', updatedBy: '' },
});

const waitingFor = (base: PurchaseOrder | null, ...writes: readonly PurchaseOrder[]): OutboxRecord => ({
  id: 'ukraines|one',
  collectionName: 'ukraines',
  documentId: 'one',
  order: 1,
  base,
  trail: writes.map((data, index): OutboxEntry => {
    const previous = (index === 0 ? base : writes[index - 1])?.writeId ?? '';
    return { writeId: data.writeId, previous, at: '', deleted: false, data };
  }),
});

const entry = (data: PurchaseOrder): HistoryEntry => ({
  at: data.writeId,
  madeAt: null,
  operation: 'update',
  writeId: data.writeId,
  data: { ...data },
  updatedAt: '',
  updatedBy: '',
  device: null,
});

const [first, second, third] = [order('a', 1), order('b', 2), order('c', 3)];

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(world, { isOnline: true, kept: null, waiting: null, written: [] });
});

describe('counting on from what is known', () => {
  test('[R-REV-01] an order that was never sent is its first version, and each change of it one more', () => {
    const created = order('a', 1, '');
    expect(toRevision(created, waitingFor(null, created), undefined)).toBe(1);
    const changed = order('b', 2, '');
    expect(toRevision(changed, waitingFor(null, created, changed), undefined)).toBe(2);
  });

  test('[R-REV-01] what waits to be sent is counted on from the version it was made on', () => {
    const pending = order('c', 3, 'b');
    const waiting = waitingFor(second, pending);
    expect(toRevision(pending, waiting, { writeId: 'b', revision: 4 })).toBe(5);
    expect(toRevision(pending, waiting, { writeId: 'c', revision: 5 })).toBe(5);
    expect(toRevision(pending, waiting, { writeId: 'elsewhere', revision: 4 })).toBeUndefined();
  });

  test('[R-REV-01] a change that changes nothing is no version', () => {
    const same = order('c', 2, 'b');
    expect(toRevision(same, waitingFor(second, same), { writeId: 'b', revision: 4 })).toBe(4);
  });

  test('[R-REV-01] an order that was refused and is made anew begins anew', () => {
    const refused = { ...first, sync: { ...first.sync, sequence: 0 } };
    const anew = order('b', 2, 'a');
    expect(toRevision(anew, waitingFor(refused, anew), undefined)).toBe(1);
  });

  test('[R-REV-01] an order the server has is the version it was when that was asked, and otherwise unknown', () => {
    expect(toRevision(second, undefined, { writeId: 'b', revision: 2 })).toBe(2);
    expect(toRevision(second, undefined, { writeId: 'a', revision: 1 })).toBeUndefined();
  });
});

describe('asking the server', () => {
  const pages = (...found: readonly (readonly PurchaseOrder[])[]) => {
    found.forEach((page, index) => {
      const isLast = index === found.length - 1;
      vi.mocked(fetchHistory).mockResolvedValueOnce({ entries: page.map(entry), isLast });
    });
  };

  test('[R-REV-01] all pages of the history are counted, and what came out is kept', async () => {
    pages([third, second], [first]);
    renderHook(() => useRevision(third));
    await waitFor(() => expect(world.written).toEqual([{ orderId: 'one', writeId: 'c', revision: 3 }]));
    expect(vi.mocked(fetchHistory).mock.calls.map(([, , before]) => before)).toEqual([undefined, 'b']);
  });

  test('[R-REV-01] a write that changed nothing has no entry, and the version is kept for it all the same', async () => {
    pages([second, first]);
    renderHook(() => useRevision(order('again', 2)));
    await waitFor(() => expect(world.written).toEqual([{ orderId: 'one', writeId: 'again', revision: 2 }]));
  });

  test('[R-REV-01] what somebody else has changed since is kept as theirs, not as this', async () => {
    pages([third, second, first]);
    const { result } = renderHook(() => useRevision(second));
    await waitFor(() => expect(world.written).toEqual([{ orderId: 'one', writeId: 'c', revision: 3 }]));
    expect(result.current).toEqual({ why: 'loading' });
  });

  test('[R-REV-01] offline a known version shows without asking, and an unknown one says why', () => {
    world.isOnline = false;
    const { result, rerender } = renderHook(() => useRevision(second));
    expect(result.current).toEqual({ why: 'offline' });
    world.kept = { orderId: 'one', writeId: 'b', revision: 2 };
    rerender();
    expect(result.current).toEqual({ number: 2 });
    expect(fetchHistory).not.toHaveBeenCalled();
  });

  test('[R-REV-01] a version that was counted here is kept for the time after it is sent', async () => {
    world.waiting = waitingFor(null, order('a', 1, ''));
    renderHook(() => useRevision(order('a', 1, '')));
    await waitFor(() => expect(world.written).toEqual([{ orderId: 'one', writeId: 'a', revision: 1 }]));
    expect(fetchHistory).not.toHaveBeenCalled();
  });

  test('[R-REV-01] a server that does not answer is named as the reason', async () => {
    vi.mocked(fetchHistory).mockRejectedValue(new AppError('unavailable', 'No network.'));
    const { result } = renderHook(() => useRevision(second));
    await waitFor(() => expect(result.current).toEqual({ why: 'unanswered' }));
  });
});
