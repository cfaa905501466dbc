import { expect, test } from 'vitest';
import { chooseEntries, pairByName } from './named-entries.ts';

const part = (name: string, quantity: number) => ({ name, quantity, price: 10 });

const mine = [part('Goggles', 8), part('Motor', 12), part('Camera', 1)];
const theirs = [part('Motor', 12), part('Goggles', 5), part('Antenna', 2)];
const pairs = pairByName(mine, theirs) ?? [];

test('[CF1] two lists with unique names are paired entry by entry', () => {
  expect(
    pairs.map(({ name, mine: my, theirs: their }) => [name, my?.['quantity'], their?.['quantity']]),
  ).toEqual([
    ['Motor', 12, 12],
    ['Goggles', 8, 5],
    ['Antenna', undefined, 2],
    ['Camera', 1, undefined],
  ]);
});

test.each([
  ['a repeated name', [part('Goggles', 1), part('Goggles', 2)]],
  ['an entry without a name', [{ value: '1' }]],
  ['no list', 'Goggles'],
])('[CF1] %s is not paired', (_what, value) => {
  expect(pairByName(value, theirs)).toBeUndefined();
});

test('[CF1] each entry takes the chosen side, and an entry that a side lacks is added or removed', () => {
  const sides = { Goggles: 'theirs', Antenna: 'mine', Camera: 'mine' } as const;
  expect(chooseEntries(theirs, pairs, sides)).toEqual([
    part('Motor', 12),
    part('Goggles', 5),
    part('Camera', 1),
  ]);
});

test('[CF1] choosing theirs leaves each entry as it is now', () => {
  const now = [part('Motor', 12), part('Goggles', 6), part('Antenna', 2)];
  const sides = { Goggles: 'theirs', Antenna: 'theirs', Camera: 'theirs' } as const;
  expect(chooseEntries(now, pairs, sides)).toEqual(now);
});
