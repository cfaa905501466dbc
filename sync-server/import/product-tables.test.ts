import { describe, expect, it } from 'vitest';
import { toCsvRow } from '#shared/import/csv-cell.ts';
import { readImport } from '../../tests/support/read-import.ts';

type Cells = Readonly<Record<string, string>>;

/** A table from rows with different cells. */
function toTable(rows: readonly Cells[]): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [header, ...rows.map((row) => header.map((title) => row[title] ?? ''))].map(toCsvRow).join('');
}

const read = (rows: readonly Cells[], settings: object = {}) =>
  readImport(toTable(rows), { name: 'products.csv', collection: 'products', ...settings });

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

describe('the shop’s own product table', () => {
  it('[R-MIG-05] builds a complete product from a row', async () => {
    const { format, documents, problems } = await read([CELLS]);
    expect([format, problems]).toEqual(['Product CSV', []]);
    expect(documents).toMatchObject([
      {
        FBUID: 'recon-vtol',
        productPrices: [{ value: '24990.00', label: 'AUD', description: 'price_1' }],
        productImages: [{ value: '/1.webp', label: 'Front view' }, { value: '' }, { value: '/3.webp' }],
        productSpecifications: [{ value: '90 min', label: 'Max flight time', description: '' }],
        productFeatures: [{ value: '=SUM', label: 'PPK' }],
        productDownloads: [{ value: '/m.pdf', label: 'Manual', description: '' }],
      },
    ]);
    const descriptions = documents[0]?.['productDescriptions'] as object[];
    expect(descriptions).toHaveLength(6);
    expect([descriptions[0], descriptions[5]]).toMatchObject([
      { value: 'Flies 90 min.', label: 'VTOL' },
      { value: 'In brief.' },
    ]);
  });

  it('[R-MIG-05] reports missing fields as required, and takes the category from the settings', async () => {
    const { problems, rejected } = await read([{ productName: 'A', price: '1' }], { category: 'batteries' });
    expect(problems).toMatchObject([{ code: 'required', line: 2, id: 'a', path: 'STUPID' }]);
    expect(JSON.parse(String(rejected[0]?.raw))).toMatchObject({
      productName: 'A',
      productCategory: 'batteries',
    });
  });

  it.each(['POA', '1,99', '24 990', '-5', '1.999', '1e3'])(
    '[R-MIG-05] the price %s is rejected, not guessed',
    async (price) => {
      const { ids, problems, rejected } = await read([
        { ...CELLS, price },
        { ...CELLS, productName: 'B' },
      ]);
      expect(ids).toEqual(['b']);
      expect(problems).toMatchObject([{ code: 'unreadable-price', line: 2, path: 'price' }]);
      expect(JSON.parse(String(rejected[0]?.raw))).toMatchObject({ productName: 'Recon VTOL', price });
    },
  );

  it('[R-MIG-05] rejects unknown and duplicate columns', async () => {
    await expect(read([{ ...CELLS, colour: 'red' }])).rejects.toMatchObject({
      reason: 'unknown-column',
      message: expect.stringMatching(/"colour"\. It has: FBUID, productName/) as string,
    });
    const twice = 'price,price\n1,2\n';
    await expect(readImport(twice, { name: 'p.csv', collection: 'products' })).rejects.toMatchObject({
      reason: 'unknown-column',
    });
  });

  it('[R-MIG-05] reports the place of an invalid JSON cell', async () => {
    expect((await read([{ ...CELLS, 'productDownloads:json': '[{' }])).problems).toMatchObject([
      { code: 'invalid-json', line: 2, path: 'productDownloads' },
    ]);
  });
});

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

describe('a Shopify product export', () => {
  it('[R-MIG-05] combines all rows with one handle into a product', async () => {
    const further = {
      Handle: 'recon-vtol',
      'Option1 Value': 'LiDAR',
      'Variant SKU': 'RV-L',
      'Variant Price': '31990.5',
      'Image Src': 'https://cdn.example/1.jpg',
      'Image Position': '1',
    };
    const other = { ...FIRST, Handle: 'other', Title: 'Other' };
    const { format, items, problems, notices } = await read([FIRST, other, further]);
    expect([format, problems]).toEqual(['Shopify product CSV', []]);
    expect(items).toMatchObject([
      {
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
      },
      { line: 3, document: { FBUID: 'other' } },
    ]);
    const [first] = items;
    const descriptions =
      first?.kind === 'document' ? (first.document['productDescriptions'] as { value: string }[]) : [];
    expect(descriptions.map(({ value }) => value)).toEqual([
      'Flies 90 min. Lands.',
      '',
      '',
      '',
      '',
      'Flies 90 min.',
    ]);
    expect(notices).toEqual([expect.stringContaining('31990.50 (LiDAR)')]);
  });

  it.each([
    ['Type', 'Drone batteries', 'batteries'],
    ['Type', 'LiPo', 'batteries'],
    ['Product Category', 'Toys > Drone Parts > Propellers', 'propellers'],
    ['Tags', 'spare, UAV', 'drones'],
  ])('[R-MIG-05] finds the category by %s "%s": %s', async (column, text, category) => {
    const { documents } = await read([{ ...FIRST, Type: '', Tags: '', [column]: text }]);
    expect(documents[0]?.['productCategory']).toBe(category);
  });

  it('[R-MIG-05] an unknown category is a problem, unless the settings name one', async () => {
    const row = { ...FIRST, Type: 'Outdoor', Tags: 'Pot' };
    expect(await read([row])).toMatchObject({ ids: [], problems: [{ code: 'unknown-category', line: 2 }] });
    expect((await read([row], { category: 'drones' })).ids).toHaveLength(1);
    expect((await read([{ ...row, Type: 'Batteries and propellers' }])).problems).toHaveLength(1);
  });

  it('[R-MIG-05] an unpublished product is a problem until the settings decide', async () => {
    const rows = [
      FIRST,
      { ...FIRST, Handle: 'b', Status: 'draft' },
      { ...FIRST, Handle: 'c', Published: 'FALSE' },
    ];
    expect((await read(rows)).problems).toMatchObject([
      { code: 'unpublished', id: 'b' },
      { code: 'unpublished', id: 'c' },
    ]);
    expect((await read(rows, { unpublished: 'import' })).ids).toHaveLength(3);
    const skipped = await read(rows, { unpublished: 'skip' });
    expect([skipped.ids, skipped.notices]).toEqual([['recon-vtol'], ['Not published, so left out: b, c.']]);
  });

  it('[R-MIG-05] all problems of a product are listed, and its raw text can be corrected and imported', async () => {
    const { problems, rejected } = await read([
      { ...FIRST, Type: '', Tags: '', Status: 'draft', 'Variant Price': 'POA' },
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['unpublished', 'unreadable-price', 'unknown-category']);
    const mended = { ...(JSON.parse(String(rejected[0]?.raw)) as object), productCategory: 'drones' };
    expect((await readImport(`${JSON.stringify(mended)}\n`, { collection: 'products' })).ids).toEqual([
      'recon-vtol',
    ]);
  });

  it('[R-MIG-05] lists every unsupported column with values', async () => {
    const { leftOut } = await read([{ ...FIRST, Vendor: 'N', 'Cost per item': '5', 'SEO Title': '' }]);
    expect(leftOut).toEqual({ Type: 1, Tags: 1, Vendor: 1, 'Cost per item': 1 });
  });

  it('[R-MIG-05] reports an unreadable price and a row without a handle', async () => {
    const { problems } = await read([{ ...FIRST, 'Variant Price': 'POA' }, { Title: 'Lost' }]);
    expect(problems).toMatchObject([
      { code: 'missing-id', line: 3 },
      { code: 'unreadable-price', line: 2, id: 'recon-vtol' },
    ]);
  });

  it('[R-MIG-05] recognises the newer template by its column titles', async () => {
    const row = {
      Title: 'Pack',
      'URL handle': 'pack-6s',
      Description: '<p>Hi <img src=x></p>',
      Type: 'Battery',
      'Option1 name': 'Title',
      'Option1 value': 'Default Title',
      SKU: 'P6',
      Price: '420.00',
    };
    const { documents, notices } = await read([row]);
    expect(documents).toMatchObject([
      {
        FBUID: 'pack-6s',
        productSpecifications: [{ value: 'P6', label: 'SKU', description: '' }],
        productPrices: [{ value: '420.00' }],
      },
    ]);
    expect(notices).toEqual(['1 description shows pictures, links or tables; only their text is kept.']);
  });
});
