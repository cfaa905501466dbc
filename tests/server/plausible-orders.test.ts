import { beforeEach, expect, test } from 'vitest';
import { toContent } from '#shared/sync/wire-document.ts';
import { dataPath, errorIn, pushRow, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { productContent } from '../support/samples.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';

/** A seller's unlocked device. */
const SELLER = { device: 'seller', isUnlocked: true };

const { FBUID: _id, ...ORDER } = toContent(STORED_DOCUMENTS.ukraines);
const GOGGLES = { name: 'FPV Goggles', quantity: 2, price: 549 };
const REACTOR = { name: 'Nuclear reactor', quantity: 1, price: 5 };

let server: CoreServer;
beforeEach(() => {
  server = createCoreServer();
});

const push = (writeId: string, changes: object, base?: string) =>
  pushRow(server, SELLER, 'ukraines', row('one', writeId, { ...ORDER, ...changes }, base ? { base } : {}));

async function importAsAdmin(changes: object): Promise<string> {
  const json = { ...ORDER, ...changes };
  const response = await server.request(dataPath('ukraines/one'), { as: 'admin', method: 'PUT', json });
  expect(response.status).toBe(200);
  return ((await response.json()) as { writeId: string }).writeId;
}

test.each([
  [
    'a part that never was',
    { selectedComponents: [GOGGLES, REACTOR] },
    'selectedComponents[1].name',
    '“Nuclear reactor” was never in the catalogue.',
  ],
  [
    'a price that was never valid',
    { selectedComponents: [{ ...GOGGLES, price: 0.01 }] },
    'selectedComponents[0].price',
    '“FPV Goggles” never cost USD 0.01. Its price is USD 549.00.',
  ],
  [
    'a part listed twice',
    { selectedComponents: [GOGGLES, GOGGLES] },
    'selectedComponents[1].name',
    '“FPV Goggles” is in this order twice. Give one line the whole quantity.',
  ],
  [
    'a quantity of 100001',
    { selectedComponents: [{ ...GOGGLES, quantity: 100_001 }] },
    'selectedComponents[0].quantity',
    'The value is 100001; it must be at most 100000.',
  ],
  [
    'half a piece',
    { selectedComponents: [{ ...GOGGLES, quantity: 0.5 }] },
    'selectedComponents[0].quantity',
    '0.5 is not a whole number.',
  ],
  [
    'a mission type of its own',
    { role: 'Drone Pilot', engineeringNeeds: '', missionType: 'Moon' },
    'missionType',
    '"Moon" is not one of "FPV", "Heavy Payload", "Recon Drone", "Scout / Observation".',
  ],
  [
    'a role of its own',
    { role: 'Spy' },
    'role',
    '"Spy" is not one of "Drone Engineer", "Drone Pilot", "Civilian".',
  ],
  [
    'a civilian with an engineering need',
    { role: 'Civilian' },
    'engineeringNeeds',
    'Only a Drone Engineer names engineering needs; the role of this order is Civilian.',
  ],
  [
    'an engineer with a mission',
    { missionType: 'FPV' },
    'missionType',
    'Only a Drone Pilot names a mission type; the role of this order is Drone Engineer.',
  ],
  [
    'an order of 1970',
    { createdAt: '1970-01-01T00:00:00.000Z' },
    'createdAt',
    'This order is dated 1970-01-01, which can’t be right. Check the date of this device, then send the order again.',
  ],
  [
    'an order of the year 9999',
    { createdAt: '9999-12-31T00:00:00.000Z' },
    'createdAt',
    'This order is dated 9999-12-31, which can’t be right. Check the date of this device, then send the order again.',
  ],
])(
  '[R-CST-06] [T02] %s is rejected with its place and a sentence, over the sync and over a document call',
  async (_what, changes, path, message) => {
    const verdict = await push('w1', changes);
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'invalid-argument', path });
    expect(verdict.message?.replaceAll('\u00a0', ' ')).toBe(message);
    const response = await server.request(dataPath('ukraines/two'), {
      as: SELLER,
      method: 'PUT',
      json: { ...ORDER, ...changes },
    });
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path });
    expect(await server.store.newestSequence()).toBe(0);
  },
);

test('[R-CST-06] the clock of a device may be days off, and an order may wait for months', async () => {
  for (const [index, createdAt] of [
    '2026-03-12T09:00:00.000+11:00',
    '2026-01-01T09:00:00.000+11:00',
  ].entries()) {
    const one = row(`order-${index}`, `w${index}`, { ...ORDER, createdAt });
    expect(await pushRow(server, SELLER, 'ukraines', one)).toMatchObject({ verdict: 'accepted' });
  }
});

test('[R-CST-06] an administrator stores any order, and its owner can still change it: only what a write changes is checked', async () => {
  await push('w1', {});
  const imported = await importAsAdmin({ role: 'Civilian', selectedComponents: [REACTOR, GOGGLES] });
  const mixed = { role: 'Civilian', selectedComponents: [REACTOR, { ...GOGGLES, quantity: 9 }] };
  expect(await push('w2', mixed, imported)).toMatchObject({ verdict: 'accepted' });
  const cheaper = { role: 'Civilian', selectedComponents: [{ ...REACTOR, price: 4 }] };
  expect(await push('w3', cheaper, 'w2')).toMatchObject({
    verdict: 'rejected',
    path: 'selectedComponents[0].name',
  });
  const pilot = { ...mixed, role: 'Drone Pilot' };
  expect(await push('w4', pilot, 'w2')).toMatchObject({ verdict: 'rejected', path: 'engineeringNeeds' });
  expect(await push('w5', { ...mixed, engineeringNeeds: '' }, 'w2')).toMatchObject({ verdict: 'accepted' });
});

test('[R-CST-01] a cart holds a product once, so that ten of it are the most', async () => {
  const item = { FBUID: 'recon', ...productContent(), productCount: 10 };
  const shopper = { device: 'shopper' };
  const five = row('shopper', 'w1', { checkoutItems: [item, { ...item, FBUID: 'other' }, item, item, item] });
  expect(await pushRow(server, shopper, 'checkouts', five)).toMatchObject({
    verdict: 'rejected',
    code: 'invalid-argument',
    path: 'checkoutItems[2].FBUID',
    message: 'This product is in the cart twice. Give one line the whole quantity.',
  });
  const one = row('shopper', 'w2', { checkoutItems: [item] });
  expect(await pushRow(server, shopper, 'checkouts', one)).toMatchObject({ verdict: 'accepted' });
});
