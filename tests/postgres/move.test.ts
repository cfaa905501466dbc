import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConnections, type Connections } from '#server/stores/postgres/connections.ts';
import { copyFromSqlite } from '#server/stores/postgres/copy-from-sqlite.ts';
import { copyToSqlite } from '#server/stores/postgres/copy-to-sqlite.ts';
import { openPostgresStores } from '#server/stores/postgres/open-stores.ts';
import { openTables } from '#server/stores/postgres/open-tables.ts';
import { checkCopy } from '#server/stores/sqlite/check-copy.ts';
import { markRestored } from '#server/stores/sqlite/restore-backup.ts';
import { compactStore } from '#server/core/maintenance.ts';
import { fillWithPerson } from '../contracts/erased-person.ts';
import { decideWrites, put, snapshot, toScope } from '../contracts/document-store-writes.ts';
import { jobRecord } from '../contracts/job-store-contract.ts';
import { event } from '../contracts/payment-store-contract.ts';
import type { Storage } from '#server/storage.ts';
import { pullPage, pushRow, row } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { nameTestSchema } from '../support/postgres-store.ts';
import { enquiryContent } from '../support/samples.ts';
import { openSqliteStores } from '../support/sqlite-stores.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const DAY_MS = 24 * 3_600_000;
type Ports = Pick<
  Storage,
  'documents' | 'devices' | 'payments' | 'simulatedPayments' | 'mails' | 'files' | 'migrations'
>;
type SqliteStores = ReturnType<typeof openSqliteStores>;

let folder: string;
let schema: ReturnType<typeof nameTestSchema>;
let connections: Connections;
let clock: TestClock;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-move-'));
  schema = nameTestSchema();
  connections = createConnections({ ...schema, size: 2 });
  await openTables(connections, schema);
  clock = createTestClock();
});
afterEach(async () => {
  await connections.close();
  await schema.drop();
  rmSync(folder, { recursive: true, force: true });
});
const at = (name: string) => join(folder, name);

/** Stores something in every table. @returns their names */
async function fill(name: string): Promise<readonly string[]> {
  const early = openSqliteStores(at(name), clock);
  await put(early.store, { id: 'old', collection: 'notes' }, { id: 'lasting', collection: 'notes' });
  await put(early.store, { id: 'old', collection: 'notes', deleted: true });
  clock.advance(181 * DAY_MS);
  await compactStore(early.store, clock.now());
  await early.store.clampClock(clock.now(), 1000);
  await early.close();
  // Its server's own write ids have the epoch before.
  markRestored(at(name));
  const stores = openSqliteStores(at(name), clock);
  await fillWithPerson(stores, clock);
  await putProducts(stores);
  await putOthers(stores);
  const { tables } = stores;
  await stores.close();
  return tables;
}

async function putProducts({ store }: SqliteStores): Promise<void> {
  const product = (id: string, priceId: string) => ({
    collection: 'products',
    id,
    data: { FBUID: id, text: 'a\0ä\ud83d\ude81', productPrices: [{ description: priceId }] },
  });
  await put(store, product('a', 'price\0'), product('b', 'price_b'), product('c', 'price_b'));
  await put(store, { ...product('c', 'price_b'), deleted: true });
}

async function putOthers({ store, devices, payments, simulatedPayments, migrations }: SqliteStores) {
  await store.commit(toScope([{ id: 'of job' }]), (view) => ({
    ...decideWrites(view, [{ id: 'of job' }]),
    progress: {
      job: jobRecord('rename', {
        spec: {
          kind: 'rename',
          collection: 'contacts',
          rename: { rules: [{ kind: 'map', from: 'a', to: 'b' }], onCollision: 'error' },
        },
      }),
      problems: [{ id: 'x', path: 'a\0', code: 'invalid-argument', message: 'no' }],
      others: [],
    },
  }));
  const refused = { collection: 'contacts', id: 'n', writeId: 'named', message: 'no na\0me', path: 'na\0me' };
  await store.commit({ documents: [], writeIds: [] }, (view) => ({
    ...decideWrites(view, []),
    verdicts: [{ ...refused, owner: 'device:phone', verdict: 'rejected', code: 'invalid-argument' }],
    rejections: [{ ...refused, code: 'invalid-argument', payload: { FBUID: 'n' } }],
  }));
  await devices.add({ fid: 'phone', secretHash: 'hash' }, 1);
  await devices.replaceSecret({ fid: 'phone', secretHash: 'next', generation: 3 });
  await devices.add({ fid: 'tablet', secretHash: 'hash' }, 1);
  await devices.setBlocked('tablet', true, 2);
  await migrations.take({ token: 't', owner: 'kim', takenAt: 1, expiresAt: 2 });
  await payments.addEvent(event('e1'));
  await payments.setListedUntil(77);
  const session = {
    id: 's',
    state: 'open' as const,
    lines: [],
    currency: 'AUD',
    successUrl: '/',
    cancelUrl: '/',
    countries: [],
    idempotencyKey: 'key',
    requestHash: 'hash',
    createdAt: 1_000,
    expiresAt: 9_000,
  };
  await simulatedPayments.add(session);
  for (const id of ['second', 'first'])
    await simulatedPayments.change('s', (current) => ({
      session: { ...current, state: 'complete', paymentIntent: 'pi' },
      event: { id, type: 'checkout.session.completed', created: 2 },
    }));
  await simulatedPayments.addPrice({ id: 'p', productId: 'p', unitCents: 1, currency: 'AUD' });
}

/** Rows with the marks that PostgreSQL has instead of U+0000. */
const withMarks = (rows: readonly string[]) =>
  rows.map((row) => (/^(?:verdict|rejection):/.test(row) ? row.replaceAll('\\u0000', '\ufffd') : row));

async function readFile(name: string): Promise<readonly string[]> {
  const stores = openSqliteStores(at(name));
  const rows = await stores.readRows();
  await stores.close();
  return rows;
}

/** Everything that is read through the ports. */
async function readThroughPorts({ documents, ...stores }: Ports) {
  const keys = (
    await Promise.all(
      (await documents.collections()).map(async ({ name: collection }) => {
        const all = { collection, scope: 'everything', afterId: '', limit: 1000, withDeleted: true } as const;
        return (await documents.list(all)).map(({ id }) => ({ collection, id }));
      }),
    )
  ).flat();
  const jobs = await documents.jobs.list(10);
  const scope = { documents: keys, writeIds: [], jobs: [] };
  return {
    data: [documents.epoch, documents.restoredTo, await documents.newestSequence()],
    documents: await snapshot(documents, keys, ['refused pushed', 'named']),
    pages: await Promise.all(
      ['contacts', 'products', 'notes'].map((collection) =>
        documents.changesSince({ collection, scope: ['staff', 'device:phone'], after: 0, limit: 100 }),
      ),
    ),
    checksums: await Promise.all(
      ['contacts', 'products', 'inbox'].map((collection) => documents.checksum(collection, 'everything')),
    ),
    rejections: await documents.rejections({ limit: 10 }),
    jobs: [
      jobs,
      await Promise.all(jobs.map(({ id }) => documents.jobs.problems(id))),
      await Promise.all(jobs.map(({ id }) => documents.jobs.entries(id, 0, 10))),
    ],
    inCommit: await documents.commit(scope, (view) => ({
      ...decideWrites(view, []),
      result: [
        ['price\0', 'price_b', 'none'].map((priceId) => view.productsWithPrice(priceId)),
        view.renames('contacts'),
      ],
    })),
    devices: [
      await stores.devices.list({ prefix: '', isBlocked: false, limit: 9 }),
      await stores.devices.find('phone'),
      stores.devices.isBlocked('tablet'),
    ],
    payments: [
      await Promise.all(['paid', 'wrong', 'ottos'].map(stores.payments.find)),
      (await stores.payments.ownedBy('account:zoeid')).map(({ id }) => id).toSorted(),
      await stores.payments.listReviews(9),
      await stores.payments.findEvent('e1'),
      await stores.payments.listedUntil(),
    ],
    simulator: [
      await stores.simulatedPayments.findByPaymentIntent('pi'),
      await stores.simulatedPayments.findPrice('p'),
      await stores.simulatedPayments.list({ since: 0, after: undefined, limit: 9 }),
      await stores.simulatedPayments.listEvents({
        since: 0,
        types: ['checkout.session.completed'],
        after: undefined,
        limit: 9,
      }),
    ],
    mails: await stores.mails.list({ limit: 99 }),
    files: [
      await stores.files.list(),
      (await stores.files.uses()).map((use) => JSON.stringify(use)).toSorted(),
    ],
    migrations: await stores.migrations.read(),
  };
}

test('[SQ1] [PU3] every row moves from SQLite to PostgreSQL and back, under the same epoch and write ids', async () => {
  const tables = await fill('data.sqlite');
  const before = await readFile('data.sqlite');
  expect([...new Set(before.map((row) => row.slice(0, row.indexOf(':'))))]).toEqual(tables);
  await copyFromSqlite(connections, at('data.sqlite'));
  for (const name of ['back.sqlite', 'again.sqlite']) {
    await copyToSqlite(connections, at(name));
    const { sequence, version } = await checkCopy(at(name));
    const moved = await checkCopy(at('data.sqlite'));
    expect([sequence, version]).toEqual([moved.sequence, moved.version]);
    expect(await readFile(name)).toEqual(withMarks(before));
  }
});

test('[SQ1] [PU3] what was moved reads on PostgreSQL as it read on SQLite', async () => {
  await fill('data.sqlite');
  await copyFromSqlite(connections, at('data.sqlite'));
  await copyToSqlite(connections, at('back.sqlite'));
  const sqlite = openSqliteStores(at('back.sqlite'), clock);
  const postgres = await openPostgresStores({ ...schema, clock });
  expect(await readThroughPorts(postgres)).toEqual(
    await readThroughPorts({ ...sqlite, documents: sqlite.store }),
  );
  expect(postgres.documents.restoredTo?.size).toBe(1);
  await Promise.all([sqlite.close(), postgres.close()]);
});

test('[RT3] [PL2] a device that had pulled everything pulls nothing after a move, and its repeated push is answered alike', async () => {
  const ADA = { device: 'ada' };
  const enquiry = row('one', 'w1', enquiryContent('one'));
  const sqlite = openSqliteStores(at('data.sqlite'), clock);
  const before = createCoreServer(sqlite.store, clock);
  const verdict = await pushRow(before, ADA, 'contacts', enquiry);
  const { checkpoint } = await pullPage(before, ADA, 'contacts');
  await sqlite.close();
  await copyFromSqlite(connections, at('data.sqlite'));
  const postgres = await openPostgresStores({ ...schema, clock });
  const after = createCoreServer(postgres.documents, clock);
  expect(await pullPage(after, ADA, 'contacts', `after=${checkpoint}`)).toMatchObject({ documents: [] });
  expect(await pushRow(after, ADA, 'contacts', enquiry)).toEqual(verdict);
  await pushRow(after, ADA, 'contacts', row('two', 'w2', enquiryContent('two')));
  await postgres.close();
  await copyToSqlite(connections, at('back.sqlite'));
  const back = openSqliteStores(at('back.sqlite'), clock);
  const page = await pullPage(createCoreServer(back.store, clock), ADA, 'contacts', `after=${checkpoint}`);
  expect(page.documents).toMatchObject([{ FBUID: 'two', sync: { sequence: 2 } }]);
  await back.close();
});

test('[F66] a copy that is made during writes is one moment', async () => {
  const nodes = await Promise.all([1, 2].map(() => openPostgresStores({ ...schema, clock })));
  const [first = expect.fail('no node')] = nodes;
  await put(first.documents, ...Array.from({ length: 500 }, (_none, index) => ({ id: `old ${index}` })));
  let isDone = false;
  const writing = nodes.map(async ({ documents }, node) => {
    for (let index = 0; !isDone; index += 1)
      await put(documents, { id: `new ${node} ${index}` }, { id: `old ${index % 500}` });
  });
  await copyToSqlite(connections, at('copy.sqlite'));
  isDone = true;
  await Promise.all(writing);
  const copy = openSqliteStores(at('copy.sqlite'), clock);
  const newest = await copy.store.newestSequence();
  expect(newest).toBeGreaterThanOrEqual(500);
  expect(newest).toBeLessThan(await first.documents.newestSequence());
  const [counts] = await copy.store.collections();
  expect(counts?.history).toBe(newest);
  const { count } = await copy.store.checksum('contacts', 'everything');
  expect(counts?.documents).toBe(count);
  // No later page has what this one lacks: every newest entry is there.
  const all = await copy.store.changesSince({
    collection: 'contacts',
    scope: 'everything',
    after: 0,
    limit: 100_000,
  });
  expect(all.documents.at(-1)?.sequence).toBe(newest);
  await Promise.all([copy, ...nodes].map((one) => one.close()));
});

test('[DB12] rows that PostgreSQL can’t hold are named, and nothing is copied', async () => {
  const stores = openSqliteStores(at('data.sqlite'), clock);
  await put(stores.store, { id: 'with\0out' }, { id: 'b', writeId: 'w\0' }, { id: 'c' });
  await stores.close();
  const copied = copyFromSqlite(connections, at('data.sqlite'));
  await expect(copied).rejects.toMatchObject({ code: 'failed-precondition', nothingWritten: true });
  await expect(copied).rejects.toThrow(/3 rows have text with U\+0000.*\nhistory \[1,.*with\\u0000out/);
  expect(await schema.run('SELECT * FROM history UNION ALL SELECT * FROM history')).toEqual([]);
});

test('[SQ1] a move into tables with data, or onto a file that exists, changes neither', async () => {
  await fill('data.sqlite');
  const postgres = await openPostgresStores({ ...schema, clock });
  await put(postgres.documents, { id: 'present' });
  await postgres.close();
  const before = await schema.readRows();
  await expect(copyFromSqlite(connections, at('data.sqlite'))).rejects.toThrow(
    'The database has data already (batch, history, head)',
  );
  expect(await schema.readRows()).toEqual(before);
  const rows = await readFile('data.sqlite');
  await expect(copyToSqlite(connections, at('data.sqlite'))).rejects.toThrow('EEXIST');
  expect(await readFile('data.sqlite')).toEqual(rows);
});
