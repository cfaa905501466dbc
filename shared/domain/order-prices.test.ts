import { expect, test } from 'vitest';
import { COMPONENT_CATALOGUE, PRICE_LISTS, type PriceList } from './component-catalogue.ts';
import { categoryOf, findPriceChanges, pricesOf, toTodaysPrices } from './order-prices.ts';

const NONE = { Communications: [], Control: [], Navigation: [], Payload: [], Propulsion: [], Video: [] };
const GOGGLES = 'FPV Goggles';
const CAMERA = 'Analog FPV Camera';

const JANUARY: PriceList = {
  validFrom: '2026-01-01',
  components: {
    ...NONE,
    Video: [
      { name: GOGGLES, price: 549 },
      { name: CAMERA, price: 24.9 },
    ],
  },
};
/** Goggles became dearer, and the camera was discontinued. */
const JULY: PriceList = {
  validFrom: '2026-07-01',
  components: { ...NONE, Video: [{ name: GOGGLES, price: 599.5 }] },
};
const LISTS = [JANUARY, JULY];

test('[R-CST-06] a price of an earlier list stays valid, and a part or price of no list is none', () => {
  expect(pricesOf(GOGGLES, LISTS)).toEqual([549, 599.5]);
  expect(pricesOf(CAMERA, LISTS)).toEqual([24.9]);
  expect(pricesOf('Nuclear reactor', LISTS)).toEqual([]);
});

test('[R-CST-06] a part that is no longer offered keeps its category', () => {
  expect(categoryOf(CAMERA, LISTS)).toBe('Video');
  expect(categoryOf('Nuclear reactor', LISTS)).toBeUndefined();
  const moved = { ...JULY, components: { ...NONE, Control: JULY.components.Video } };
  expect(categoryOf(GOGGLES, [JANUARY, moved])).toBe('Control');
});

test('[R-CST-06] lines of an earlier list are found, and can be brought to today’s prices', () => {
  const lines = [
    { name: GOGGLES, quantity: 3, price: 549 },
    { name: CAMERA, quantity: 1, price: 24.9 },
  ];
  expect(findPriceChanges(lines, [JANUARY])).toEqual([]);
  expect(findPriceChanges(lines, LISTS)).toEqual([
    { name: GOGGLES, was: 549, now: 599.5, isOurs: true },
    { name: CAMERA, was: 24.9, now: undefined, isOurs: true },
  ]);
  expect(findPriceChanges([{ name: GOGGLES, quantity: 1, price: 0.01 }], LISTS)).toEqual([
    { name: GOGGLES, was: 0.01, now: 599.5, isOurs: false },
  ]);
  expect(toTodaysPrices(lines, JULY)).toEqual([
    { name: GOGGLES, quantity: 3, price: 599.5 },
    { name: CAMERA, quantity: 1, price: 24.9 },
  ]);
});

test('[R-CST-06] the price lists are in the order of their dates, and the last one is today’s catalogue', () => {
  const dates = PRICE_LISTS.map(({ validFrom }) => validFrom);
  for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(dates).toEqual([...new Set(dates)].toSorted());
  expect(COMPONENT_CATALOGUE).toBe(PRICE_LISTS.at(-1)?.components);
});
