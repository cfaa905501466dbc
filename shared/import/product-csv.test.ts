import { describe, expect, it } from 'vitest';
import { createImportCheck } from './import-check.ts';
import { mapProductRows } from './product-csv.ts';
import type { MappedDocuments } from './import-problem.ts';
import type { MappingSteps } from './mapping-steps.ts';

/** All at once. */
function finish(steps: MappingSteps): MappedDocuments {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const CELLS = {
  productName: 'Recon VTOL',
  STUPID: 'prod_1',
  productCategory: 'drones',
  price: '$24,990',
  priceId: 'price_1',
  image: '/1.webp',
  imageAlt: 'Front view',
  image3: '/3.webp',
  summary: 'Flies 90 min.',
  summaryTitle: 'VTOL',
  blurb: 'In brief.',
  'specification:Max flight time': '90 min',
  'specification:Wind limit': '',
  'feature:PPK': "'=SUM",
  'productDownloads:json': '[{"value":"/m.pdf","label":"Manual","description":""}]',
};

function map(cells: Readonly<Record<string, string>>, category?: string) {
  return finish(mapProductRows(Object.keys(cells), [{ line: 2, cells: Object.values(cells) }], { category }));
}

describe('the shop’s own product table', () => {
  it('[R-MIG-05] makes a complete product of a row', () => {
    const { documents, problems } = map(CELLS);
    expect(problems).toEqual([]);
    const [source] = documents;
    expect(source?.document).toMatchObject({
      productPrices: [{ value: '24990.00', label: 'AUD', description: 'price_1' }],
      productImages: [{ value: '/1.webp', label: 'Front view' }, { value: '' }, { value: '/3.webp' }],
      productSpecifications: [{ value: '90 min', label: 'Max flight time', description: '' }],
      productFeatures: [{ value: '=SUM', label: 'PPK' }],
      productDownloads: [{ value: '/m.pdf', label: 'Manual', description: '' }],
    });
    const descriptions = source?.document['productDescriptions'] as { value: string; label: string }[];
    expect(descriptions).toHaveLength(6);
    expect(descriptions[0]).toMatchObject({ value: 'Flies 90 min.', label: 'VTOL' });
    expect(descriptions[5]).toMatchObject({ value: 'In brief.' });
    const check = createImportCheck({
      collection: 'products',
      createdAt: '2026-11-21T00:00:00Z',
      createId: () => 'x',
    });
    expect(source && check.check(source)).toMatchObject({ kind: 'ready', document: { FBUID: 'recon-vtol' } });
  });

  it('[R-MIG-05] says required for what is missing, and takes the category from the option', () => {
    const { documents } = map({ productName: 'A', productCategory: '' }, 'batteries');
    expect(documents[0]?.document).toMatchObject({ productCategory: 'batteries', STUPID: '' });
    const check = createImportCheck({
      collection: 'products',
      createdAt: '2026-11-21T00:00:00Z',
      createId: () => 'x',
    });
    expect(documents[0] && check.check(documents[0])).toMatchObject({
      problems: [{ line: 2, id: 'a', path: 'STUPID', message: 'This field is required.' }],
    });
  });

  it.each(['POA', '1,99', '24 990', '-5', '1.999', '1e3'])(
    '[R-MIG-05] the price %s is refused, not guessed',
    (price) => {
      expect(map({ ...CELLS, price }).problems).toMatchObject([
        { code: 'unreadable-price', line: 2, path: 'price' },
      ]);
    },
  );

  it('[R-MIG-05] refuses columns it does not know, twice or without a name', () => {
    expect(map({ productName: 'A', colour: 'red' }).problems).toMatchObject([
      { code: 'unknown-column', path: 'colour' },
    ]);
    expect(finish(mapProductRows(['price', 'price'], [])).problems).toHaveLength(1);
    expect(finish(mapProductRows([''], [])).problems[0]?.message).toBe(
      'Column 1 has no name in the first line.',
    );
  });

  it('[R-MIG-05] says where a JSON cell is not JSON', () => {
    expect(map({ ...CELLS, 'productDownloads:json': '[{' }).problems).toMatchObject([
      { code: 'invalid-json', line: 2, path: 'productDownloads' },
    ]);
  });
});
