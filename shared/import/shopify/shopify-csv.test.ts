import { describe, expect, it } from 'vitest';
import type { MappedDocuments, TableRow } from '#shared/import/import-problem.ts';
import { isShopifyHeader } from './shopify-columns.ts';
import { mapShopifyRows, type ShopifyCsvOptions } from './shopify-csv.ts';
import type { MappingSteps } from '#shared/import/mapping-steps.ts';

/** All at once. */
function finish(steps: MappingSteps): MappedDocuments {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

type Cells = Readonly<Record<string, string>>;

const FIRST: Cells = {
  Handle: 'recon-vtol',
  Title: 'Recon VTOL',
  'Body (HTML)': '<p>Flies <b>90</b> min. Lands.</p>',
  Type: 'Drones',
  Tags: 'survey, vtol',
  'Option1 Name': 'Payload',
  'Option1 Value': 'Camera',
  'Variant SKU': 'RV-C',
  'Variant Price': '24990',
  'Image Src': 'https://cdn.example/2.jpg',
  'Image Position': '2',
  'Image Alt Text': 'Side view',
};

function map(rows: readonly Cells[], options: ShopifyCsvOptions = {}) {
  const header = [...new Set([...Object.keys(FIRST), ...rows.flatMap((row) => Object.keys(row))])];
  const table = rows.map((row, index): TableRow => ({
    line: index + 2,
    cells: header.map((title) => row[title] ?? ''),
  }));
  return finish(mapShopifyRows(header, table, options));
}

describe('a Shopify product export', () => {
  it('[R-MIG-05] makes one product of all rows with one handle', () => {
    const further = {
      Handle: 'recon-vtol',
      'Option1 Value': 'LiDAR',
      'Variant SKU': 'RV-L',
      'Variant Price': '31990.5',
      'Image Src': 'https://cdn.example/1.jpg',
      'Image Position': '1',
    };
    const { documents, problems, notices } = map([FIRST, further]);
    expect(problems).toEqual([]);
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({
      line: 2,
      document: {
        FBUID: 'recon-vtol',
        productName: 'Recon VTOL',
        STUPID: 'prod_recon-vtol',
        productCategory: 'drones',
        productImages: [
          { value: 'https://cdn.example/1.jpg', label: '' },
          { value: 'https://cdn.example/2.jpg', label: 'Side view' },
        ],
        productSpecifications: [
          { value: 'Camera, LiDAR', label: 'Payload' },
          { value: 'RV-C', label: 'SKU', description: 'Camera' },
          { value: 'RV-L', label: 'SKU', description: 'LiDAR' },
          { value: '31990.50', label: 'Price in AUD', description: 'LiDAR' },
        ],
        productPrices: [{ value: '24990.00', label: 'AUD', description: 'price_recon-vtol' }],
      },
    });
    const descriptions = documents[0]?.document['productDescriptions'] as { value: string }[];
    expect(descriptions.map(({ value }) => value)).toEqual([
      'Flies 90 min. Lands.',
      '',
      '',
      '',
      '',
      'Flies 90 min.',
    ]);
    expect(notices[0]).toContain('31990.50 (LiDAR)');
  });

  it.each([
    ['Type', 'Drone batteries', 'batteries'],
    ['Type', 'LiPo', 'batteries'],
    ['Product Category', 'Toys > Drone Parts > Propellers', 'propellers'],
    ['Tags', 'spare, UAV', 'drones'],
  ])('[R-MIG-05] %s "%s" tells the category %s', (column, text, category) => {
    const { documents } = map([{ ...FIRST, Type: '', Tags: '', [column]: text }]);
    expect(documents[0]?.document['productCategory']).toBe(category);
  });

  it('[R-MIG-05] a category that can’t be told is a problem, or the one that is named', () => {
    const row = { ...FIRST, Type: 'Outdoor', Tags: 'Pot' };
    expect(map([row])).toMatchObject({ documents: [], problems: [{ code: 'unknown-category', line: 2 }] });
    expect(map([row], { category: 'drones' }).documents).toHaveLength(1);
    expect(map([{ ...row, Type: 'Batteries and propellers' }]).problems).toHaveLength(1);
  });

  it('[R-MIG-05] an unpublished product waits for a decision', () => {
    const rows = [
      FIRST,
      { ...FIRST, Handle: 'b', Status: 'draft' },
      { ...FIRST, Handle: 'c', Published: 'FALSE' },
    ];
    expect(map(rows).problems).toMatchObject([
      { code: 'unpublished', id: 'b' },
      { code: 'unpublished', id: 'c' },
    ]);
    expect(map(rows, { unpublished: 'import' }).documents).toHaveLength(3);
    const skipped = map(rows, { unpublished: 'skip' });
    expect(skipped.documents).toHaveLength(1);
    expect(skipped.notices).toContain('not published, left out: b, c');
  });

  it('[R-MIG-05] lists every filled column that has no place', () => {
    const { leftOut } = map([{ ...FIRST, Vendor: 'N', 'Cost per item': '5', 'SEO Title': '' }]);
    expect(leftOut).toEqual([
      { name: 'Type', count: 1 },
      { name: 'Tags', count: 1 },
      { name: 'Vendor', count: 1 },
      { name: 'Cost per item', count: 1 },
    ]);
  });

  it('[R-MIG-05] names an unreadable price and a row without a handle', () => {
    const { problems } = map([{ ...FIRST, 'Variant Price': 'POA' }, { Title: 'Lost' }]);
    expect(problems).toMatchObject([
      { code: 'missing-id', line: 3 },
      { code: 'unreadable-price', line: 2, id: 'recon-vtol' },
    ]);
  });

  it('[R-MIG-05] knows the newer template by its other column titles', () => {
    const header = [
      'Title',
      'URL handle',
      'Description',
      'Type',
      'Option1 name',
      'Option1 value',
      'SKU',
      'Price',
    ];
    expect(isShopifyHeader(header)).toBe(true);
    const cells = ['Pack', 'pack-6s', '<p>Hi</p>', 'Battery', 'Title', 'Default Title', 'P6', '420.00'];
    const { documents } = finish(mapShopifyRows(header, [{ line: 2, cells }]));
    expect(documents[0]?.document).toMatchObject({
      FBUID: 'pack-6s',
      productSpecifications: [{ value: 'P6', label: 'SKU', description: '' }],
      productPrices: [{ value: '420.00' }],
    });
    expect(isShopifyHeader(['FBUID', 'productName', 'price'])).toBe(false);
  });
});
