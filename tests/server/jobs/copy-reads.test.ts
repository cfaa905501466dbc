import { expect, test } from 'vitest';
import type { DocumentStore, StoreTrouble } from '#server/core/document-store.ts';
import { createMemoryStore } from '#server/stores/memory/memory-store.ts';
import { errorIn } from '../../support/core-calls.ts';
import { createCoreServer } from '../../support/core-server.ts';
import { fillCollection } from '../../support/job-calls.ts';

const COPY = { kind: 'copy', source: 'notes', target: 'archive', mode: 'replace-all' };

/** A store that can't read one collection any more. */
function createTornStore(collection: string, trouble?: StoreTrouble): DocumentStore & { isTorn: boolean } {
  const store = createMemoryStore();
  const failing = <Answer>(name: string, read: () => Promise<Answer>): Promise<Answer> =>
    torn.isTorn && name === collection ? Promise.reject(new Error('A page is torn.')) : read();
  const torn = {
    ...store,
    isTorn: false,
    read: (key) => failing(key.collection, () => store.read(key)),
    list: (query) => failing(query.collection, () => store.list(query)),
    trouble: () => trouble,
  } as DocumentStore & { isTorn: boolean };
  return torn;
}

test.each([
  ['notes', undefined, { code: 'internal', path: 'source' }],
  ['archive', undefined, { code: 'internal', path: 'target' }],
  ['archive', 'disk-error', { code: 'unavailable', path: 'target' }],
] as const)('[R-ERR-07] a copy whose read of %s fails (%s) tells which side it was: %j', async (...row) => {
  const [collection, trouble, expected] = row;
  const store = createTornStore(collection, trouble);
  const server = createCoreServer(store);
  await fillCollection(server, 'notes', [{ FBUID: 'a' }]);
  await fillCollection(server, 'archive', [{ FBUID: 'b' }]);
  store.isTorn = true;
  const answer = await server.request('/admin/plans', { method: 'POST', as: 'admin', json: COPY });
  expect(await errorIn(answer)).toMatchObject(expected);
});
