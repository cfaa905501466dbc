import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../tests/support/seed.ts';
import { readBulkEntry } from './bulk-entry.ts';
import { COMPONENT_CATALOGUE } from './component-catalogue.ts';

const GOGGLES = { name: 'FPV Goggles', price: 549 };

test.each([
  ['FPV Goggles', 1],
  ['fpv  goggles', 1],
  ['12 FPV Goggles', 12],
  ['12x FPV Goggles', 12],
  ['12 × FPV Goggles', 12],
  ['12\tFPV Goggles', 12],
  ['FPV Goggles, 12', 12],
  ['FPV Goggles x12', 12],
  ['FPV Goggles\t12', 12],
  ['  FPV Goggles ; 12  ', 12],
])('[R-PCK-05] the line %j is read as a component and its quantity', (line, quantity) => {
  expect(readBulkEntry(line)).toEqual({ lines: [{ ...GOGGLES, quantity }], faults: [] });
});

test('[R-PCK-05] a component name that begins or ends with a number is read whole, with or without a quantity', () => {
  const { lines, faults } = readBulkEntry('2207 1950 KV Motor\n4 80 A HV ESC\nMotor Screw Set M3 100');
  expect(faults).toEqual([]);
  expect(lines.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['2207 1950 KV Motor', 1],
    ['80 A HV ESC', 4],
    ['Motor Screw Set M3', 100],
  ]);
});

test('[R-PCK-05] quantities of a repeated component are added up, and empty lines are ignored', () => {
  expect(readBulkEntry('2 FPV Goggles\n\nFPV Goggles 3\n').lines).toEqual([{ ...GOGGLES, quantity: 5 }]);
});

test('[R-VAL-11] unreadable lines are kept as written, with the reason', () => {
  const { lines, faults } = readBulkEntry('0 FPV Goggles\nGoggles 3\nFlux capacitor\n200000 FPV Goggles');
  expect(lines).toEqual([]);
  expect(faults).toEqual([
    { text: '0 FPV Goggles', reason: 'A quantity is a whole number from 1 to 100,000.' },
    {
      text: 'Goggles 3',
      reason: 'There is no component of exactly this name. Did you mean FPV Goggles?',
    },
    { text: 'Flux capacitor', reason: 'There is no such component in the catalogue.' },
    { text: '200000 FPV Goggles', reason: 'A quantity is a whole number from 1 to 100,000.' },
  ]);
});

const NAMES = Object.values(COMPONENT_CATALOGUE).flatMap((components) => components.map(({ name }) => name));

test(`[R-PCK-05] every component is read with any quantity before or after its name (seed ${SEED})`, () => {
  const line = fc.record({
    name: fc.constantFrom(...NAMES),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    isBefore: fc.boolean(),
  });
  fc.assert(
    fc.property(line, ({ name, quantity, isBefore }) => {
      const { lines, faults } = readBulkEntry(isBefore ? `${quantity} x ${name}` : `${name}, ${quantity}`);
      expect(faults).toEqual([]);
      expect(lines).toMatchObject([{ name, quantity }]);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test(`[R-PCK-05] no text causes an error, and every non-empty line is read or kept (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 10 }), (texts) => {
      const { lines, faults } = readBulkEntry(texts.join('\n'));
      const written = texts
        .join('\n')
        .split(/\r?\n/)
        .filter((one) => one.trim() !== '');
      expect(faults.length + lines.length).toBeLessThanOrEqual(written.length);
      if (lines.length === 0) expect(faults).toHaveLength(written.length);
    }),
    { seed: SEED },
  );
});
