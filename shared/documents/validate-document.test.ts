import { describe, expect, it } from 'vitest';
import { validateContent, validateDocument } from '#shared/documents/validate-document.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

const { products: product, contacts: enquiry } = STORED_DOCUMENTS;

describe('why a document can’t be stored', () => {
  it.each([
    ['valid', {}, {}],
    ['with a fault', { productName: '', productCount: 1 }, {}],
    ['that brings carried fields itself', { writeId: 7, sync: 'none' }, {}],
    ['with an id nobody may have', { FBUID: 'pull' }, {}],
    ['of a size beyond all limits', { productFeatures: [{ value: 'x'.repeat(300_000) }] }, {}],
    ['with an unusable write', {}, { writeId: 'w'.repeat(65) }],
  ])('[PU5] content %s is judged as the document it becomes', (_what, changes, carries) => {
    const { writeId, sync, ...content } = { ...product, ...changes } as Record<string, unknown>;
    const carried = { writeId: 'w', sync: UNSYNCED, ...carries };
    const brought = 'writeId' in changes ? { ...content, writeId, sync } : content;
    const whole = { ...brought, ...carried };
    expect(validateContent('products', brought, carried)).toEqual(validateDocument('products', whole));
  });

  it('[PU5] a complete document of a known or a free collection can', () => {
    expect(validateDocument('products', product)).toEqual([]);
    expect(validateDocument('human', { FBUID: 'ada', anything: { goes: [1, 'two', null] } })).toEqual([]);
  });

  it('[PU5] the document rules come first, then the id, then the collection’s own', () => {
    const broken = { ...product, FBUID: 'pull', productName: '' };
    const issues = (collection: string, document: object) =>
      validateDocument(collection, document).map(({ code, path }) => [code, path]);
    expect(issues('products', { ...broken, 'a*': 1 })).toEqual([['forbidden-character', 'a*']]);
    expect(issues('products', broken)).toEqual([['reserved-id', 'FBUID']]);
    expect(issues('human', { name: 'no id' })).toEqual([['missing-id', 'FBUID']]);
  });

  it('[PU5] all reasons are named with their paths, in field order', () => {
    const prices = [{ value: '1.00', label: 'AUD', description: 7 }];
    const issues = validateDocument('products', {
      ...product,
      productName: ' ',
      STUPID: '',
      productPrices: prices,
    });
    expect(issues.map(({ path, message }) => [path, message])).toEqual([
      ['productName', 'required'],
      ['STUPID', 'required'],
      ['productPrices[0].description', expect.stringMatching(/string/)],
    ]);
  });

  it('[R-VAL-01] a field that is left out is required, and one too many has a sentence', () => {
    const { contactName: _name, ...nameless } = { ...enquiry, contactFax: '' };
    expect(validateDocument('contacts', nameless)).toEqual([
      { code: 'required', path: 'contactName', message: 'required' },
      { code: 'unknown-field', path: 'contactFax', message: 'There is no field of this name.' },
    ]);
  });

  it('[PU5] at most 256 KiB go into the product’s collections and 1 MiB into a free one, counted in bytes', () => {
    const entry = (value: string) => ({ value, label: '', description: '' });
    const large = { ...product, productFeatures: Array.from({ length: 14 }, () => entry('ä'.repeat(9_600))) };
    expect(validateDocument('products', large)).toEqual([
      { code: 'document-too-large', path: '', message: 'The document is larger than 256 KiB.' },
    ]);
    expect(validateDocument('human', large)).toEqual([]);
    const [issue] = validateDocument('human', { FBUID: 'a', text: 'ä'.repeat(524_288) });
    expect(issue?.message).toBe('The document is larger than 1024 KiB.');
  });
});
