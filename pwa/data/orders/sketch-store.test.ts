import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EMPTY_SKETCH, toggleComponent } from '#shared/domain/order-sketch.ts';
import { createId } from '#shared/kernel/ids.ts';
import {
  copySketch,
  dropSketch,
  keepRevision,
  keepSketch,
  openSketchDatabase,
  type SketchParts,
} from './sketch-store.ts';

const MOTOR = toggleComponent(EMPTY_SKETCH, { name: '6007 Lift Motor', price: 148 });

let parts: SketchParts;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-11-21T01:15:00Z');
  const name = `sketches${createId().toLowerCase()}`;
  parts = {
    database: await openSketchDatabase(name, getRxStorageMemory()),
    clock: { now: () => now, offsetMinutes: () => 660 },
  };
});
afterEach(() => parts.database.close());

async function listSketches() {
  const found = await parts.database.sketches.find({ sort: [{ changedAt: 'desc' }] }).exec();
  return found.map((sketch) => sketch.toJSON());
}

test('[R-PCK-08] a sketch is kept with every change, and keeps when it was begun', async () => {
  await keepSketch(parts, 'one', MOTOR);
  now += 60_000;
  await keepSketch(parts, 'one', { ...MOTOR, role: 'Civilian' });
  expect(await listSketches()).toEqual([
    { id: 'one', createdAt: '2026-11-21T12:15:00.000+11:00', changedAt: now, ...MOTOR, role: 'Civilian' },
  ]);
});

test('[R-PCK-08] a copy is another sketch of the same, and the newest comes first', async () => {
  await keepSketch(parts, 'one', MOTOR);
  now += 1;
  const copy = await copySketch(parts, MOTOR);
  expect((await listSketches()).map(({ id }) => id)).toEqual([copy, 'one']);
  expect((await listSketches())[0]).toMatchObject(MOTOR);
});

test('[R-PCK-08] a sketch that was deleted can be put back as it was, and one that isn’t there is nothing to delete', async () => {
  await keepSketch(parts, 'one', MOTOR);
  const before = await listSketches();
  const restore = await dropSketch(parts, 'one');
  expect(await listSketches()).toEqual([]);
  await (
    await dropSketch(parts, 'one')
  )();
  expect(await listSketches()).toEqual([]);
  await restore();
  expect(await listSketches()).toEqual(before);
});

test('[R-REV-01] of an order the newest version that was known is remembered', async () => {
  await keepRevision(parts, { orderId: 'one', writeId: 'w1', revision: 1 });
  await keepRevision(parts, { orderId: 'one', writeId: 'w2', revision: 2 });
  const [kept, ...others] = await parts.database.revisions.find().exec();
  expect([kept?.toJSON(), others]).toEqual([{ orderId: 'one', writeId: 'w2', revision: 2 }, []]);
});
