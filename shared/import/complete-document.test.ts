import { describe, expect, it } from 'vitest';
import { completeDocument } from './complete-document.ts';

const OPTIONS = { collection: 'notes', createdAt: '2026-11-21T00:00:00.000Z', createId: () => 'new-id' };

function complete(
  document: Readonly<Record<string, unknown>>,
  options: Partial<typeof OPTIONS> & { idField?: string } = {},
) {
  return completeDocument({ line: 1, document }, { ...OPTIONS, ...options });
}

describe('filling in an imported document', () => {
  it('[R-MIG-05] keeps a complete document as it is, the order of its fields too', () => {
    const document = { z: 1, FBUID: 'a', createdAt: '2020-01-01T00:00:00Z', b: 2 };
    const completion = complete(document, { collection: 'contacts' });
    expect(JSON.stringify(completion)).toContain(JSON.stringify(document));
  });

  it('[R-MIG-05] takes the id from id, whole numbers as text', () => {
    expect(complete({ a: 1, id: 7 })).toMatchObject({ document: { a: 1, FBUID: '7' } });
  });

  it('[R-VAL-08] makes a product’s id from its name', () => {
    const completion = complete({ productName: '  Recon VTOL (Agri) ' }, { collection: 'products' });
    expect(completion).toMatchObject({ document: { FBUID: 'recon-vtol-agri' } });
  });

  it('[R-VAL-08] refuses a product whose name has no letter or digit', () => {
    expect(complete({ productName: '!!!' }, { collection: 'products' })).toMatchObject({
      code: 'missing-id',
    });
  });

  it('[R-MIG-05] gives a new id where there is none', () => {
    expect(complete({ a: 1 })).toMatchObject({ document: { FBUID: 'new-id', a: 1 } });
  });

  it('[R-MIG-05] takes the id from a named field, by its name or by a path', () => {
    expect(complete({ sku: 'S1' }, { idField: 'sku' })).toMatchObject({
      document: { FBUID: 'S1', sku: 'S1' },
    });
    expect(complete({ _id: { $oid: '5a' } }, { idField: '_id.$oid' })).toMatchObject({
      document: { FBUID: '5a' },
    });
    expect(complete({ 'a.b': 'x', a: { b: 'y' } }, { idField: 'a.b' })).toMatchObject({
      document: { FBUID: 'x' },
    });
    expect(complete({ a: 1 }, { idField: 'sku' })).toMatchObject({ code: 'missing-id' });
  });

  it('[R-MIG-05] leaves the named field out where the collection has no such field', () => {
    const completion = complete({ sku: 'S1', contactName: 'A' }, { collection: 'contacts', idField: 'sku' });
    expect(completion).toMatchObject({ document: { FBUID: 'S1', contactName: 'A' } });
    expect(JSON.stringify(completion)).not.toContain('sku');
  });

  it('[R-MIG-05] dates documents of the product’s collections only', () => {
    expect(complete({ FBUID: 'a' }, { collection: 'contacts' })).toMatchObject({
      document: { createdAt: OPTIONS.createdAt },
    });
    expect(complete({ FBUID: 'a', createdAt: null }, { collection: 'contacts' })).toMatchObject({
      document: { createdAt: OPTIONS.createdAt },
    });
    expect(complete({ FBUID: 'a' })).toEqual({ kind: 'complete', document: { FBUID: 'a' }, leftOut: [] });
  });

  it('[R-MIG-05] leaves out what belongs to synchronisation, and refuses a deleted document', () => {
    const completion = complete({ FBUID: 'a', writeId: 'w', sync: {}, _deleted: false });
    expect(completion).toEqual({
      kind: 'complete',
      document: { FBUID: 'a' },
      leftOut: ['writeId', 'sync', '_deleted'],
    });
    expect(complete({ FBUID: 'a', _deleted: true })).toMatchObject({ code: 'deleted-document' });
  });
});
