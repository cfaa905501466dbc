import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fieldInventorySchema } from '#shared/migration/field-inventory-response.ts';
import { createFieldInventory } from '#shared/migration/field-inventory.ts';

function inventoryOf(...documents: readonly object[]) {
  const inventory = createFieldInventory();
  for (const document of documents) inventory.add(document as Record<string, unknown>);
  return inventory.inventory();
}

describe('the field inventory of a collection', () => {
  it('[R-MIG-06] lists fields by path with the number of documents, their types and an example', () => {
    const inventory = inventoryOf(
      { FBUID: 'a', lines: [{ price: 1 }, { price: '2', 'a.b': null }], tags: ['x', 7] },
      { FBUID: 'b', lines: [], open: true, tags: null },
      { FBUID: 'c', lines: [{ price: 3 }] },
    );
    expect(v.is(fieldInventorySchema, inventory)).toBe(true);
    expect(inventory).toEqual({
      documents: 3,
      isCut: false,
      fields: [
        { path: 'FBUID', documents: 3, types: { text: 3 }, example: '"a"', issue: null },
        {
          path: 'lines',
          documents: 3,
          types: { array: 3 },
          example: '[{"price":1},{"price":"2","a.b":null}]',
          issue: null,
        },
        { path: 'lines[].a\\.b', documents: 1, types: { null: 1 }, example: 'null', issue: null },
        { path: 'lines[].price', documents: 2, types: { number: 2, text: 1 }, example: '1', issue: null },
        { path: 'open', documents: 1, types: { boolean: 1 }, example: 'true', issue: null },
        { path: 'tags', documents: 2, types: { array: 1, null: 1 }, example: '["x",7]', issue: null },
        { path: 'tags[]', documents: 1, types: { text: 1, number: 1 }, example: '"x"', issue: null },
      ],
    });
  });

  it('[R-MIG-06] reports the rule a name breaks, for `__proto__` too', () => {
    const document = JSON.parse('{"":1,"a*b":1,"__proto__":{"x":1},"ok":1}') as object;
    const issues = inventoryOf(document).fields.map(({ path, issue }) => [path, issue]);
    expect(issues).toEqual([
      ['', 'empty-field-name'],
      ['__proto__', 'reserved-field-name'],
      ['__proto__.x', null],
      ['a*b', 'forbidden-character'],
      ['ok', null],
    ]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('[R-MIG-06] cuts examples to 80 characters, between characters, and prefers a value to null', () => {
    const [field] = inventoryOf({ a: null }, { a: '🚁'.repeat(100) }).fields;
    expect(field?.example).toBe(`"${'🚁'.repeat(39)}…`);
    expect([...(inventoryOf({ a: 'x'.repeat(78) }).fields[0]?.example ?? '')]).toHaveLength(80);
  });

  it('[R-MIG-06] stops at 2,000 paths, or at an overlong name, and reports it', () => {
    const inventory = createFieldInventory();
    for (let day = 0; day < 5_000; day++) inventory.add({ common: 1, [`day-${day}`]: { count: day } });
    const { fields, isCut, documents } = inventory.inventory();
    expect(fields).toHaveLength(2_000);
    expect(fields[0]).toMatchObject({ path: 'common', documents: 5_000 });
    expect({ isCut, documents }).toEqual({ isCut: true, documents: 5_000 });
    expect(inventoryOf({ ['n'.repeat(1_501)]: 1, a: 1 })).toMatchObject({
      fields: [{ path: 'a' }],
      isCut: true,
    });
    expect(inventoryOf({ a: 1 }).isCut).toBe(false);
  });
});
