import { describe, expect, it } from 'vitest';
import { toFirestoreDocument } from './firestore-document.ts';

describe('documents in Firestore’s format', () => {
  it('[R-MIG-04] names the type of each value', () => {
    expect(
      toFirestoreDocument('a', { FBUID: 'x', n: 1, d: 1.5, b: true, z: null, l: [], m: { k: 'v' } }),
    ).toEqual({
      name: 'projects/nankeen/databases/(default)/documents/a/x',
      fields: {
        FBUID: { stringValue: 'x' },
        n: { integerValue: '1' },
        d: { doubleValue: 1.5 },
        b: { booleanValue: true },
        z: { nullValue: null },
        l: { arrayValue: {} },
        m: { mapValue: { fields: { k: { stringValue: 'v' } } } },
      },
    });
  });
});
