import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { SEED } from '../../tests/support/seed.ts';
import { toWire, toWireText } from './to-wire.ts';

const STAFF = { ...ANONYMOUS, isStaff: true, email: 'staff@example.com' };
const ADA = { ...ANONYMOUS, fid: 'ada', accountId: 'a', email: 'ada@example.com' };

const document = fc.record({
  collection: fc.constantFrom('products', 'contacts', 'templates', 'free'),
  id: fc.constant('one'),
  sequence: fc.nat(),
  writeId: fc.string(),
  deleted: fc.boolean(),
  owner: fc.constant(undefined),
  audience: fc.constantFrom('public' as const, 'staff' as const, 'device:ada' as const, 'account:b' as const),
  data: fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((fields) => JSON.parse(JSON.stringify({ ...fields, FBUID: 'one' })) as Record<string, unknown>),
  updatedAt: fc.constant('2026-03-02T09:00:00.000Z'),
  updatedBy: fc.constantFrom('no user found', STAFF.email, ADA.email),
});

it('[AC2] every reader gets the same content as text and as an object', () => {
  fc.assert(
    fc.property(document, fc.constantFrom(ANONYMOUS, STAFF, ADA), ({ data, ...rest }, reader) => {
      const text = toWireText({ ...rest, json: JSON.stringify(data) }, reader);
      const wire = toWire({ ...rest, data }, reader);
      expect(text).toBe(wire && JSON.stringify(wire));
    }),
    { seed: SEED },
  );
});
