import { expect, test } from 'vitest';
import type { FieldInventory } from '#shared/migration/field-inventory-response.ts';
import { signIn } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { fillCollection } from '../support/job-calls.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';

test('[R-MIG-02] an inventory lists every field of a collection with its number of documents', async () => {
  const server = createCoreServer();
  const lines = Array.from({ length: 1200 }, (_, index) => ({
    FBUID: `n${index}`,
    place: { city: `c${index}` },
  }));
  await fillCollection(server, 'notes', lines);
  const response = await server.request('/admin/collections/notes/fields', { as: 'admin' });
  const { documents, fields, isCut } = (await response.json()) as FieldInventory;
  expect({ documents, isCut }).toEqual({ documents: 1200, isCut: false });
  expect(fields.map(({ path, documents: having }) => [path, having])).toEqual([
    ['FBUID', 1200],
    ['place', 1200],
    ['place.city', 1200],
  ]);
});

test('[R-MIG-02] [AC2] a staff inventory excludes documents that staff may not read', async () => {
  const server = createCoreServer();
  const as = signIn(server, 'sam', true);
  await fillCollection(server, 'profiles', [STORED_DOCUMENTS.profiles]);
  const read = async (caller: 'admin' | typeof as) => {
    const response = await server.request('/admin/collections/profiles/fields', { as: caller });
    return ((await response.json()) as FieldInventory).documents;
  };
  expect(await read('admin')).toBe(1);
  expect(await read(as)).toBe(0);
});
