import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSlug } from '#shared/documents/slug.ts';
import { SEED } from '../../tests/support/seed.ts';

it.each([
  ['  Recon VTOL (Agri) ', 'recon-vtol-agri'],
  ['6S 19000 mAh battery', '6s-19000-mah-battery'],
  ['---A__B---', 'a-b'],
  ['Surf Propeller Set 10×4.5', 'surf-propeller-set-10-4-5'],
  ['Größe', 'gr-e'],
  ['日本 ™', ''],
])('[R-VAL-08] the product name %j becomes the id %j', (name, id) => {
  expect(toSlug(name)).toBe(id);
});

it('[R-VAL-08] a slug has only lower-case letters, digits and single inner hyphens, and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const id = toSlug(name);
      expect(id).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      expect(toSlug(id)).toBe(id);
      expect(toSlug(` ${name.toLowerCase()}\t`)).toBe(id);
    }),
    { seed: SEED },
  );
});
