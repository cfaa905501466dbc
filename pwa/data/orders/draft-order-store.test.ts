import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EMPTY_DRAFT_ORDER, toggleComponent } from '#shared/domain/draft-order.ts';
import { createId } from '#shared/kernel/ids.ts';
import {
  copyDraftOrder,
  dropDraftOrder,
  keepLabel,
  keepRevision,
  keepDraftOrder,
  type DraftOrderParts,
} from './draft-order-store.ts';
import { openDraftOrderDatabase } from './open-draft-orders.ts';

const MOTOR = toggleComponent(EMPTY_DRAFT_ORDER, { name: '6007 Lift Motor', price: 148 });

let parts: DraftOrderParts;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-11-21T01:15:00Z');
  const name = `draftorders${createId().toLowerCase()}`;
  parts = {
    database: await openDraftOrderDatabase(name, getRxStorageMemory()),
    clock: { now: () => now, offsetMinutes: () => 660 },
  };
});
afterEach(() => parts.database.close());

async function listDraftOrders() {
  const found = await parts.database.draftOrders.find({ sort: [{ changedAt: 'desc' }] }).exec();
  return found.map((draftOrder) => draftOrder.toJSON());
}

test('[R-PCK-08] a draft order is saved with every change, and keeps its creation time', async () => {
  await keepDraftOrder(parts, 'one', MOTOR);
  now += 60_000;
  await keepDraftOrder(parts, 'one', { ...MOTOR, role: 'Civilian' });
  expect(await listDraftOrders()).toEqual([
    { id: 'one', createdAt: '2026-11-21T12:15:00.000+11:00', changedAt: now, ...MOTOR, role: 'Civilian' },
  ]);
});

test('[R-PCK-08] a copy is a new draft order with the same content, listed first', async () => {
  await keepDraftOrder(parts, 'one', MOTOR);
  now += 1;
  const copy = await copyDraftOrder(parts, 'one');
  expect((await listDraftOrders()).map(({ id }) => id)).toEqual([copy, 'one']);
  expect((await listDraftOrders())[0]).toMatchObject(MOTOR);
});

test('[R-PCK-08] a deleted draft order can be restored unchanged, and deleting a missing one does nothing', async () => {
  await keepDraftOrder(parts, 'one', MOTOR);
  const before = await listDraftOrders();
  const restore = await dropDraftOrder(parts, 'one');
  expect(await listDraftOrders()).toEqual([]);
  await (
    await dropDraftOrder(parts, 'one')
  )();
  expect(await listDraftOrders()).toEqual([]);
  await restore();
  expect(await listDraftOrders()).toEqual(before);
});

test('[R-REV-01] only the latest known revision of an order is stored', async () => {
  await keepRevision(parts, { orderId: 'one', writeId: 'w1', revision: 1 });
  await keepRevision(parts, { orderId: 'one', writeId: 'w2', revision: 2 });
  const [kept, ...others] = await parts.database.orderNotes.find().exec();
  expect([kept?.toJSON(), others]).toEqual([{ orderId: 'one', label: '', writeId: 'w2', revision: 2 }, []]);
});

test('[CL11] [R-PCK-08] a label is stored with the draft orders, apart from the revision', async () => {
  await keepLabel(parts, 'one', 'Ben’s farm');
  await keepRevision(parts, { orderId: 'one', writeId: 'w1', revision: 1 });
  await keepLabel(parts, 'one', 'x'.repeat(90));
  const note = async () => (await parts.database.orderNotes.findOne('one').exec())?.toJSON();
  expect(await note()).toEqual({ orderId: 'one', label: 'x'.repeat(80), writeId: 'w1', revision: 1 });
  await keepLabel(parts, 'one', '  ');
  expect(await note()).toMatchObject({ label: '', revision: 1 });
});
