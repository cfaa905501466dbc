import { expect, test } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { READ_FAILURES } from '#shared/migration/read-failures.ts';
import type { DocumentStore, StoreFailure } from '#server/core/document-store.ts';
import type { DocumentKey } from '#server/core/stored-document.ts';
import { createLog } from '#server/log.ts';
import { createSuiteStore } from '../../support/suite-store.ts';
import { errorIn } from '../../support/core-calls.ts';
import { createCoreServer } from '../../support/core-server.ts';
import { eventually } from '../../support/eventually.ts';
import { fillCollection } from '../../support/job-calls.ts';
import { createTestClock } from '../../support/test-clock.ts';

const COPY = { kind: 'copy', source: 'notes', target: 'archive', mode: 'replace-all' } as const;
const RENAME: JobSpec = {
  kind: 'rename',
  collection: 'notes',
  rename: { rules: [{ kind: 'map', from: 'text', to: 'body' }], onCollision: 'error' },
};

/** A store that can no longer read one collection. */
function createTornStore(collection: string, failure?: StoreFailure): DocumentStore & { isTorn: boolean } {
  const store = createSuiteStore();
  const failing = <Value>(name: string, read: () => Promise<Value>): Promise<Value> =>
    torn.isTorn && name === collection ? Promise.reject(new Error('A page is torn.')) : read();
  const nameIn = (keys: readonly DocumentKey[]) =>
    keys.some((one) => one.collection === collection) ? collection : '';
  const torn = {
    ...store,
    isTorn: false,
    read: (key) => failing(key.collection, () => store.read(key)),
    list: (query) => failing(query.collection, () => store.list(query)),
    readAll: (keys) => failing(nameIn(keys), () => store.readAll(keys)),
    // A commit reads everything before it decides.
    commit: (scope, decide) => failing(nameIn(scope.documents), () => store.commit(scope, decide)),
    failure: () => failure,
  } as DocumentStore & { isTorn: boolean };
  return torn;
}

test.each([
  ['notes', undefined, { code: 'internal', path: 'source' }],
  ['archive', undefined, { code: 'internal', path: 'target' }],
  ['archive', 'disk-error', { code: 'unavailable', path: 'target' }],
] as const)(
  '[R-ERR-07] a copy whose read of %s fails (%s) says whether it was the source or the target: %j',
  async (...row) => {
    const [collection, failure, expected] = row;
    const store = createTornStore(collection, failure);
    const server = createCoreServer(store);
    await fillCollection(server, 'notes', [{ FBUID: 'a' }]);
    await fillCollection(server, 'archive', [{ FBUID: 'b' }]);
    store.isTorn = true;
    const response = await server.request('/admin/plans', { method: 'POST', as: 'admin', json: COPY });
    expect(await errorIn(response)).toMatchObject(expected);
  },
);

const notes = Array.from({ length: 500 }, (_, n) => ({ FBUID: `n${String(n).padStart(3, '0')}` }));
const KEPT = 'What was written stays; the job can be resumed or undone.';
const BROKEN_DISK = 'The server’s disk reports errors. What was written stays; look at the disk, then resume';

test.each([
  ['notes', undefined, 'failed', 'source', `Something went wrong on the server. It was logged. ${KEPT}`],
  ['archive', undefined, 'failed', 'target', `Something went wrong on the server. It was logged. ${KEPT}`],
  ['notes', 'disk-error', 'interrupted', 'source', `${BROKEN_DISK} the job.`],
] as const)(
  '[R-ERR-07] a running copy whose read of %s fails (%s) logs the exact sentence, names the side, and can be resumed',
  async (collection, failure, state, side, reason) => {
    const store = createTornStore(collection, failure);
    await fillCollection(createCoreServer(store), 'notes', notes);
    const lines: string[] = [];
    const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } });
    const { jobs } = createCoreServer(store, createTestClock(), { log });
    const actor = { ...ANONYMOUS, isAdmin: true };
    const { id } = await jobs.start({ spec: { ...COPY, where: [], onConflict: 'overwrite' } }, actor);
    store.isTorn = true;
    const ended = async (isWhole: boolean) =>
      eventually(async () => {
        const job = await jobs.read(id, actor);
        if (job.state === 'running' || (isWhole && job.state !== 'done')) throw new Error(job.state);
        return job;
      });
    const job = await ended(false);
    const heading = READ_FAILURES[side];
    expect(job).toMatchObject({ state, message: reason, failedRead: side });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: heading, job: id, err: { stack: expect.stringContaining('A page is torn.') } },
    ]);
    store.isTorn = false;
    await jobs.resume(id, actor);
    const done = await ended(true);
    expect(done).toMatchObject({ position: 500, counts: { create: 500 }, message: null });
    expect(done.failedRead).toBeUndefined();
  },
);

test('[R-ERR-07] a running rename whose read fails names its source, and so does its plan', async () => {
  const store = createTornStore('notes');
  const server = createCoreServer(store);
  const texts = notes.map((note) => ({ ...note, text: 'x' }));
  await fillCollection(server, 'notes', texts);
  const log = createLog({ level: 'error', destination: { write: () => undefined } });
  const { jobs } = createCoreServer(store, createTestClock(), { log });
  const actor = { ...ANONYMOUS, isAdmin: true };
  const { id } = await jobs.start({ spec: RENAME }, actor);
  store.isTorn = true;
  const job = await eventually(async () => {
    const found = await jobs.read(id, actor);
    if (found.state === 'running') throw new Error(found.state);
    return found;
  });
  const text = 'Something went wrong on the server. It was logged.';
  expect(job).toMatchObject({ state: 'failed', message: `${text} ${KEPT}`, failedRead: 'source' });
  const response = await server.request('/admin/plans', { method: 'POST', as: 'admin', json: RENAME });
  expect(await errorIn(response)).toMatchObject({ code: 'internal', path: 'source' });
});
