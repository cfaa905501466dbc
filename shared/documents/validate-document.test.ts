import { describe, expect, it } from 'vitest';
import { toContent } from '#shared/sync/wire-document.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

const product = toContent(STORED_DOCUMENTS.products);
const enquiry = toContent(STORED_DOCUMENTS.contacts);

const issuesOf = (collection: string, document: object) =>
  validateDocument(collection, document).map(({ code, path }) => [code, path]);

describe('validation of documents', () => {
  it('[PU5] a complete document passes in a collection with a schema and in a free one', () => {
    expect(validateDocument('products', product)).toEqual([]);
    expect(validateDocument('human', { FBUID: 'ada', anything: { goes: [1, 'two', null] } })).toEqual([]);
  });

  it('[R-DOC-01] [R-DOC-03] [R-DOC-04] [R-DOC-05] [PU5] all problems are listed at once, in field order', () => {
    const text = '{"a/b":1,"c":[[1]],"place":{"latitude":95,"longitude":500},"":2,"FBUID":"pull"}';
    expect(issuesOf('human', JSON.parse(text))).toEqual([
      ['forbidden-character', 'a/b'],
      ['nested-array', 'c[0]'],
      ['latitude-out-of-range', 'place.latitude'],
      ['longitude-out-of-range', 'place.longitude'],
      ['empty-field-name', ''],
      ['reserved-id', 'FBUID'],
    ]);
  });

  it('[PU5] problems of document rules, id, size and schema are listed together, one per path', () => {
    const entry = (value: string) => ({ value, label: '', description: '' });
    const { STUPID: _id, ...rest } = product;
    const broken = {
      ...rest,
      FBUID: 'pull',
      productName: '\ud83d'.repeat(201),
      productImages: [entry(''), { ...entry(''), size: 7, 'a*': 1 }],
      productFeatures: Array.from({ length: 20 }, () => entry('x'.repeat(20_000))),
      productPrices: [{ ...entry(''), value: 7 }, entry('\ud83d')],
      colour: 'red',
      'a/b': 1,
      weight: 2,
    };
    expect(issuesOf('products', broken)).toEqual([
      ['document-too-large', ''],
      ['reserved-id', 'FBUID'],
      ['lone-surrogate', 'productName'],
      ['forbidden-character', 'productImages[1].a*'],
      ['unknown-field', 'productImages[1].size'],
      ['lone-surrogate', 'productPrices[1].value'],
      ['invalid-value', 'productPrices[0].value'],
      ['unknown-field', 'colour'],
      ['forbidden-character', 'a/b'],
      ['unknown-field', 'weight'],
      ['required', 'STUPID'],
    ]);
  });

  it('[PU5] at most 100 problems are listed', () => {
    const partial = Array.from({ length: 150 }, () => ({ label: '', description: '' }));
    expect(issuesOf('products', { ...product, productImages: partial })).toHaveLength(100);
  });

  it('[PU5] a value that is no object, or has no id, gets only that problem', () => {
    expect(issuesOf('products', [])).toEqual([['not-an-object', '']]);
    expect(issuesOf('human', { name: 'no id' })).toEqual([['missing-id', 'FBUID']]);
  });

  it('[PU5] all problems of the schema are listed with their paths, in field order', () => {
    const prices = [{ value: '1.00', label: 'AUD', description: 7 }];
    const issues = validateDocument('products', {
      ...product,
      productName: ' ',
      STUPID: '',
      productCategory: 'Drones',
      productPrices: prices,
    });
    expect(issues).toEqual([
      { code: 'required', path: 'productName', message: 'This field is required.' },
      { code: 'required', path: 'STUPID', message: 'This field is required.' },
      {
        code: 'required',
        path: 'productCategory',
        message: '"Drones" is not one of "drones", "batteries", "propellers".',
      },
      {
        code: 'invalid-value',
        path: 'productPrices[0].description',
        message: '7 is not text.',
      },
    ]);
  });

  it.each([[{ toString: 1, valueOf: 1 }], [[]], [7], [true]])(
    '[PU5] the category %j is refused as unknown',
    (productCategory) => {
      const [issue, ...more] = validateDocument('products', { ...product, productCategory });
      expect(more).toEqual([]);
      expect(issue?.message).toMatch(/ is not one of /);
    },
  );

  it('[R-VAL-01] missing and unknown fields are reported with a sentence', () => {
    const { contactName: _name, ...nameless } = enquiry;
    expect(validateDocument('contacts', { ...nameless, contactFax: '' })).toEqual([
      { code: 'unknown-field', path: 'contactFax', message: 'There is no field of this name.' },
      { code: 'required', path: 'contactName', message: 'This field is required.' },
    ]);
  });

  it('[PU5] the error message for a text or a time contains its value', () => {
    const changed = { ...enquiry, contactName: 'x'.repeat(201), createdAt: '2026-01-01' };
    expect(validateDocument('contacts', changed).map(({ message }) => message)).toEqual([
      '"2026-01-01" is not an ISO time with an offset, such as 2026-01-31T09:00:00+11:00.',
      'This text has 201 characters; at most 200 are allowed.',
    ]);
    expect(validateDocument('contacts', { ...enquiry, createdAt: '2026-02-30T09:00:00Z' })).toMatchObject([
      { message: '"2026-02-30T09:00:00Z" is a day or time that does not exist.' },
    ]);
  });

  it('[PU5] a document has at most 256 KiB in the product’s collections and 1 MiB in a free one', () => {
    const entry = (value: string) => ({ value, label: '', description: '' });
    const large = { ...product, productFeatures: Array.from({ length: 14 }, () => entry('ä'.repeat(9_600))) };
    const bytes = Buffer.byteLength(JSON.stringify(large));
    expect(validateDocument('products', large)).toEqual([
      {
        code: 'document-too-large',
        path: '',
        message: `The document has ${bytes} bytes; at most 262144 (256 KiB) are allowed.`,
      },
    ]);
    expect(validateDocument('human', large)).toEqual([]);
    const [issue] = validateDocument('human', { FBUID: 'a', text: 'ä'.repeat(524_288) });
    expect(issue?.message).toBe('The document has 1048599 bytes; at most 1048576 (1024 KiB) are allowed.');
  });

  it('[PU5] a value that isn’t JSON is refused without measuring its size', () => {
    const circle: Record<string, unknown> = { FBUID: 'a', text: 'x'.repeat(1_100_000), count: 1n };
    circle['self'] = circle;
    const codes = new Set(issuesOf('human', circle).map(([code]) => code));
    expect(codes).toEqual(new Set(['not-json', 'too-deep']));
  });
});
