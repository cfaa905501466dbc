import { describe, expect, it } from 'vitest';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { hasSameContent, isSameState, toContent, type WireDocument } from '#shared/sync/wire-document.ts';

const sync = { ...UNSYNCED, sequence: 7, acknowledged: 'w1' };
const document: WireDocument = { FBUID: 'a', name: 'Ada', writeId: 'w1', sync };

describe('states of a document', () => {
  it.each([
    ['with other content and the same writeId is the same', { ...document, name: 'Bea' }, true],
    [
      'with another updatedBy and updatedAt is the same',
      { ...document, sync: { ...sync, updatedBy: 'x', updatedAt: 'y' } },
      true,
    ],
    ['with _deleted false instead of missing is the same', { ...document, _deleted: false }, true],
    ['with another writeId is different', { ...document, writeId: 'w2' }, false],
    ['with another sequence is different', { ...document, sync: { ...sync, sequence: 8 } }, false],
    ['that is deleted is different', { ...document, _deleted: true }, false],
  ])('[CL9] a state %s', (_title, other: WireDocument, expected) => {
    expect(isSameState(document, other)).toBe(expected);
    expect(isSameState(other, document)).toBe(expected);
  });

  it('[CL9] documents without writeId are compared by content and _deleted', () => {
    const { writeId: _writeId, ...unnamed } = document;
    expect(isSameState(unnamed, { ...unnamed, sync: { ...sync, sequence: 99 } })).toBe(true);
    expect(isSameState(unnamed, document)).toBe(true);
    expect(isSameState(unnamed, { ...unnamed, name: 'Bea' })).toBe(false);
    expect(isSameState(unnamed, { ...unnamed, _deleted: true })).toBe(false);
  });

  it('[CL9] content excludes the metadata and is compared regardless of the write', () => {
    expect(toContent({ ...document, _deleted: true })).toEqual({ FBUID: 'a', name: 'Ada' });
    expect(hasSameContent(document, { name: 'Ada', FBUID: 'a', writeId: 'w9' })).toBe(true);
    expect(hasSameContent(document, { ...document, phone: '' })).toBe(false);
  });
});
