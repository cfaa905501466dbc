// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '#shared/api/messages.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { createFakeApp, renderHookInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import type { OutboxEntry, OutboxRecord } from '../sync/outbox-record.ts';
import { keepRevision } from './draft-order-store.ts';
import { useKeptRevision } from './use-draft-orders.ts';
import { toRevision, useRevision } from './use-revision.ts';

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

describe('counting from a known revision', () => {
  test('[R-REV-01] an order that was never sent starts at revision 1, and each change adds one', () => {
    const created = order('a', 1, '');
    expect(toRevision(created, waitingFor(null, created), undefined)).toBe(1);
    const changed = order('b', 2, '');
    expect(toRevision(changed, waitingFor(null, created, changed), undefined)).toBe(2);
  });

  test('[R-REV-01] pending writes are counted from the revision they are based on', () => {
    const pending = order('c', 3, 'b');
    const waiting = waitingFor(second, pending);
    expect(toRevision(pending, waiting, { writeId: 'b', revision: 4 })).toBe(5);
    expect(toRevision(pending, waiting, { writeId: 'c', revision: 5 })).toBe(5);
    expect(toRevision(pending, waiting, { writeId: 'elsewhere', revision: 4 })).toBeUndefined();
  });

  test('[R-REV-01] a write without changes is not a revision', () => {
    const same = order('c', 2, 'b');
    expect(toRevision(same, waitingFor(second, same), { writeId: 'b', revision: 4 })).toBe(4);
  });

  test('[R-REV-01] a rejected order that is created again starts at revision 1', () => {
    const refused = { ...first, sync: { ...first.sync, sequence: 0 } };
    const recreated = order('b', 2, 'a');
    expect(toRevision(recreated, waitingFor(refused, recreated), undefined)).toBe(1);
  });

  test('[R-REV-01] a synced order has its stored revision, or none if the stored one is of another write', () => {
    expect(toRevision(second, undefined, { writeId: 'b', revision: 2 })).toBe(2);
    expect(toRevision(second, undefined, { writeId: 'a', revision: 1 })).toBeUndefined();
  });
});

describe('counting from the server’s history', () => {
  let app: FakeApp;

  beforeEach(() => {
    app = createFakeApp({ hasAccess: true });
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  /** Makes the server respond with these versions, newest first. */
  function respond(...versions: readonly PurchaseOrder[]): void {
    app.respond('GET /testing/data/ukraines/one/history', ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const start = versions.findIndex(({ writeId }) => writeId === query.get('before')) + 1;
      return { entries: versions.slice(start, start + Number(query.get('limit'))).map(entry) };
    });
  }

  const show = (shown: PurchaseOrder) =>
    renderHookInApp(app, () => ({ revision: useRevision(shown), kept: useKeptRevision('one') })).result;
  const untilKept = (result: ReturnType<typeof show>, writeId: string, revision: number) =>
    waitFor(() => expect(result.current.kept).toEqual({ orderId: 'one', writeId, revision }));

  test('[R-REV-01] all pages of the history are counted, and the revision is stored', async () => {
    const versions = Array.from({ length: 51 }, (_none, index) => order(`w${51 - index}`, 51 - index));
    respond(...versions);
    const result = show(order('w51', 51));
    await untilKept(result, 'w51', 51);
    expect(result.current.revision).toEqual({ number: 51 });
    const cursors = app.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('before'));
    expect(cursors).toEqual([null, 'w2']);
  });

  test('[R-REV-01] a write without changes has no history entry, and is stored with the last revision', async () => {
    respond(second, first);
    await untilKept(show(order('again', 2)), 'again', 2);
  });

  test('[R-REV-01] the revision of a newer write by someone else is stored for that write', async () => {
    respond(third, second, first);
    const result = show(second);
    await untilKept(result, 'c', 3);
    expect(result.current.revision).toEqual({ why: 'loading' });
  });

  test('[R-REV-01] offline, a stored revision shows without a request, and an unknown one shows why', async () => {
    app = createFakeApp({ hasAccess: true, isOnline: false });
    const result = show(second);
    await waitFor(() => expect(result.current.revision).toEqual({ why: 'offline' }));
    const known = { orderId: 'one', writeId: 'b', revision: 2 };
    await app.draftOrders.change((parts) => keepRevision(parts, known));
    await waitFor(() => expect(result.current.revision).toEqual({ number: 2 }));
    expect(app.requests).toEqual([]);
  });

  test('[R-REV-01] a revision counted on this device is stored before the write is sent', async () => {
    const { FBUID: _FBUID, createdAt: _createdAt, writeId: _writeId, sync: _sync, ...content } = first;
    const store = await app.localStore.whenOpen();
    await store.write('ukraines', 'one', () => content);
    const [made] = (await app.read('ukraines')) as unknown as readonly [PurchaseOrder];
    await untilKept(show(made), made.writeId, 1);
    expect(app.requests).toEqual([]);
  });

  test('[R-REV-01] a server that cannot be reached is the reason shown', async () => {
    const logged = vi.spyOn(console, 'info').mockReturnValue();
    const result = show(second);
    await waitFor(() => expect(result.current.revision).toEqual({ why: 'unanswered' }));
    const cause = expect.stringContaining('could not be reached');
    expect(logged).toHaveBeenCalledWith('The versions of a purchase order could not be counted.', cause);
  });
});
