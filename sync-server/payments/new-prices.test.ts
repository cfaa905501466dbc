import { beforeEach, describe, expect, it, test } from 'vitest';
import { ANONYMOUS, type Actor } from '#shared/access/actor.ts';
import type { MakePrice } from '#shared/api/payment-routes.ts';
import type { Product } from '#shared/collections/products.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { changeDocument, readHistory, type DocumentChange } from '#server/core/document-calls.ts';
import { createPaymentWorld, product, type PaymentWorld } from '../../tests/support/payment-world.ts';
import { decideNewPrice } from './new-prices.ts';
import type { GatewayPrice, PaymentGateway } from './payment-gateway.ts';

const KEY = { collection: 'products', id: 'recon-vtol' };
const OLD = 'price_demo_recon-vtol';
const MIA: Actor = {
  ...ANONYMOUS,
  accountId: 'mia',
  email: 'mia@example.com',
  role: 'manager',
  isStaff: true,
};
/** What a manager sees after the price was changed to 120.00. */
const SEEN: MakePrice = { productId: 'recon-vtol', priceId: OLD, unitCents: 12_000 };

let world: PaymentWorld;
/** Runs in the place of the provider's call, if set. */
let createPrice: ((make: PaymentGateway['createPrice']) => PaymentGateway['createPrice']) | undefined;

beforeEach(async () => {
  createPrice = undefined;
  world = createPaymentWorld({
    wrapGateway: (gateway) => ({
      ...gateway,
      createPrice: (request) => (createPrice?.(gateway.createPrice) ?? gateway.createPrice)(request),
    }),
  });
  await world.gateway.price(OLD);
  await setPrice('120.00');
});

/** Saves the product in the shop, and lets the comparison see it. */
async function save(change: DocumentChange): Promise<void> {
  await changeDocument(world.documents, KEY, change, { at: utcIso(world.clock.now()), actor: MIA });
  await follow();
}

async function follow(): Promise<void> {
  const stored = await world.documents.read(KEY);
  world.products[0] = stored?.data as unknown as Product;
}

async function setPrice(value: string, priceId = OLD): Promise<void> {
  const { writeId: _writeId, sync: _sync, ...data } = product('recon-vtol', value);
  const productPrices = [{ ...data.productPrices[0], value, description: priceId }];
  await save({ kind: 'set', data: { ...data, productPrices } });
}

const make = (asked: Partial<MakePrice> = {}) => world.payments.prices.make({ ...SEEN, ...asked }, MIA);
const made = () => world.providerCalls.filter((call) => call === 'POST /v1/prices').length;
async function priceIdNow(): Promise<string | undefined> {
  const stored = await world.documents.read(KEY);
  return (stored?.data as unknown as Product | undefined)?.productPrices[0]?.description;
}
async function differences() {
  await follow();
  return (await world.payments.check(0)).differences.map(({ kind }) => kind);
}

test('[PB9] staff get the provider’s price of each product with a price id, in one call for many', async () => {
  const enquire = {
    ...product('enquire'),
    productPrices: [{ value: 'on request', label: '', description: '' }],
  };
  world.products.splice(1, Infinity, product('scout'), enquire);
  world.providerCalls.length = 0;
  const prices = await world.payments.listPrices();
  expect([...prices.keys()]).toEqual([OLD, 'price_demo_scout']);
  expect(prices.get(OLD)).toMatchObject({
    productId: 'prod_demo_recon-vtol',
    isActive: true,
    currency: 'AUD',
  });
  expect(world.providerCalls).toEqual(['GET /v1/prices']);
});

describe('a new price at the payment provider', () => {
  it('[PB9] is the catalogue’s, its id is written with history, and shop and provider are alike', async () => {
    const { differences: before } = await world.payments.check(0);
    expect(before).toMatchObject([
      { kind: 'price-amount', newPrice: { priceId: OLD, unitCents: 12_000, currency: 'AUD' } },
    ]);
    const { priceId } = await make();
    expect(priceId).not.toBe(OLD);
    expect(await priceIdNow()).toBe(priceId);
    expect(await world.gateway.price(priceId)).toMatchObject({ unitCents: 12_000, currency: 'AUD' });
    const [newest] = (await readHistory(world.documents, KEY, { limit: 5 }, MIA)).rows;
    expect(newest).toMatchObject({
      operation: 'update',
      data: { productPrices: [{ description: priceId }] },
    });
    expect(await differences()).toEqual([]);
    expect(await world.checkOut([{ price: priceId, quantity: 1 }])).toMatchObject({ totalCents: 12_000 });
  });

  it('[PB9] asking again makes no second price', async () => {
    const first = await make();
    expect(await make()).toEqual(first);
    expect(await make({ priceId: first.priceId })).toEqual(first);
    expect(made()).toBe(1);
  });

  it('[PB9] whose answer was lost is the same one when it is asked for again', async () => {
    const ids: string[] = [];
    createPrice = (create) => async (request) => {
      ids.push((await create(request)).id);
      throw new AppError('unavailable', 'The answer was lost.');
    };
    await expect(make()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await priceIdNow()).toBe(OLD);
    createPrice = undefined;
    expect([(await make()).priceId]).toEqual(ids);
    expect(await differences()).toEqual([]);
  });

  it('[PB9] is not made while the provider can’t be reached, and nothing is changed', async () => {
    world.breakProvider(503);
    await expect(make()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await priceIdNow()).toBe(OLD);
    world.breakProvider(undefined);
    await make();
    expect(await differences()).toEqual([]);
  });

  it('[PB9] that the provider refuses is told in its words, and nothing is changed', async () => {
    await save({ kind: 'merge', data: { STUPID: 'prod_none' } });
    world.products.splice(0, 1);
    const refused = make();
    await expect(refused).rejects.toMatchObject({ code: 'failed-precondition', reason: 'PROVIDER_REFUSED' });
    await expect(refused).rejects.toThrow("Nothing was changed. No such product: 'prod_none'");
    expect(await priceIdNow()).toBe(OLD);
  });

  it('[PB9] is refused if somebody else has changed the price before, or while the provider made one', async () => {
    const changed = { code: 'aborted', reason: 'PRICE_CHANGED' };
    await expect(make({ unitCents: 13_000 })).rejects.toMatchObject(changed);
    await expect(make({ priceId: 'price_earlier' })).rejects.toMatchObject(changed);
    expect(made()).toBe(0);
    createPrice = (create) => async (request) => {
      await setPrice('125.00');
      return create(request);
    };
    await expect(make()).rejects.toMatchObject(changed);
    expect(await priceIdNow()).toBe(OLD);
    expect(await differences()).toEqual(['price-amount']);
  });

  it('[PB9] keeps what somebody else writes into the product meanwhile', async () => {
    createPrice = (create) => async (request) => {
      await save({ kind: 'merge', data: { productName: 'Recon VTOL Mark 2' } });
      return create(request);
    };
    const { priceId } = await make();
    expect((await world.documents.read(KEY))?.data).toMatchObject({
      productName: 'Recon VTOL Mark 2',
      productPrices: [{ value: '120.00', description: priceId }],
    });
  });

  it('[PB9] needs a product that is there', async () => {
    await expect(make({ productId: 'none' })).rejects.toMatchObject({ code: 'not-found' });
    await save({ kind: 'delete' });
    await expect(make()).rejects.toMatchObject({ code: 'not-found' });
    expect(made()).toBe(0);
  });

  it('[PB9] is made for a product that has none yet, too', async () => {
    await save({
      kind: 'merge',
      data: { productPrices: [{ value: '120.00', label: 'AUD incl. GST', description: '' }] },
    });
    const { priceId } = await make({ priceId: '' });
    expect(await priceIdNow()).toBe(priceId);
  });
});

describe('what is decided about a price', () => {
  const PRICED = product('recon-vtol', '120.00');
  const RIGHT: GatewayPrice = {
    id: OLD,
    productId: 'prod_demo_recon-vtol',
    unitCents: 12_000,
    currency: 'AUD',
    isActive: true,
  };
  const wrong = (change: Partial<GatewayPrice>) => ({ ...RIGHT, ...change });

  it.each([
    ['another amount', wrong({ unitCents: 11_000 })],
    ['no amount', wrong({ unitCents: undefined })],
    ['another currency', wrong({ currency: 'USD' })],
    ['another product', wrong({ productId: 'prod_other' })],
    ['an inactive price', wrong({ isActive: false })],
    ['no price', undefined],
  ])('[PB9] with %s at the provider a new one is made', (_what, known) => {
    expect(decideNewPrice(SEEN, PRICED, known, 'AUD')).toBe('make');
  });

  it('[PB9] a right price is kept, also if another one was asked about', () => {
    expect(decideNewPrice(SEEN, PRICED, RIGHT, 'AUD')).toBe('keep');
    expect(decideNewPrice({ ...SEEN, priceId: 'price_earlier' }, PRICED, RIGHT, 'AUD')).toBe('keep');
  });

  it.each([
    ['another price', { unitCents: 11_000 }],
    ['another price id', { priceId: 'price_earlier' }],
  ])('[PB9] nothing is made for a person who saw %s', (_what, seen) => {
    expect(decideNewPrice({ ...SEEN, ...seen }, PRICED, undefined, 'AUD')).toBe('changed');
  });

  it('[PB9] nothing is made for a product whose price can’t be read', () => {
    expect(decideNewPrice(SEEN, product('recon-vtol', 'on request'), undefined, 'AUD')).toBe('changed');
  });
});
