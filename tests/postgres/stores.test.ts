import { expect, onTestFinished, test } from 'vitest';
import { decideWrites, put, toScope } from '../contracts/document-store-writes.ts';
import { testAttempts } from '../contracts/attempt-table-contract.ts';
import { testCompaction } from '../contracts/compaction-contract.ts';
import { testStoreWrites } from '../contracts/document-store-contract.ts';
import { testDevices } from '../contracts/device-store-contract.ts';
import { testPageViews } from '../contracts/page-views-contract.ts';
import { testStaffGrants } from '../contracts/staff-grants-contract.ts';
import { testLikeMemory } from '../contracts/document-store-differential.ts';
import { testStoreEvictions } from '../contracts/document-store-evictions-contract.ts';
import { testStoreReads } from '../contracts/document-store-reads-contract.ts';
import { testJobNodes } from '../contracts/job-nodes-contract.ts';
import { testJobs } from '../contracts/job-store-contract.ts';
import { testErasing } from '../contracts/eraser-contract.ts';
import { testFiles } from '../contracts/file-store-contract.ts';
import { testMigrations } from '../contracts/migration-store-contract.ts';
import { describePaymentStore } from '../contracts/payment-store-contract.ts';
import { createInstallations } from '#server/devices/installations.ts';
import { createTestClock } from '../support/test-clock.ts';
import { openTestNodes, openTestPostgres } from '../support/postgres-store.ts';

testStoreWrites('writes of the store on PostgreSQL', openTestPostgres);
testStoreReads('reads of the store on PostgreSQL', openTestPostgres);
testStoreEvictions('evictions of the store on PostgreSQL', openTestPostgres);
testJobs('jobs of the store on PostgreSQL', openTestPostgres);
testJobNodes('jobs of two nodes on PostgreSQL', async () => {
  const { nodes, dispose } = await openTestNodes(2);
  const [first, second] = nodes.map(({ documents }) => documents);
  return first && second ? { stores: [first, second], dispose } : expect.fail('no node');
});
testCompaction('compaction of the store on PostgreSQL', openTestPostgres);
testLikeMemory('the store on PostgreSQL', openTestPostgres, 20);

testFiles('files on PostgreSQL', async () => {
  const { stores, dispose } = await openTestPostgres();
  return { ...stores, dispose };
});
testErasing('erasing on PostgreSQL', async (clock) => {
  const { stores, store, run, readRows, dispose } = await openTestPostgres(clock);
  return { ...stores, store, run, readRows, dispose };
});
testAttempts('attempt counters on PostgreSQL', async () => (await openForTest()).accounts.tables);
testPageViews('page views on PostgreSQL', async () => (await openForTest()).pageViews);
testStaffGrants('staff grants on PostgreSQL', async () => (await openForTest()).staffGrants);
testDevices('devices on PostgreSQL', {
  async open() {
    const { devices } = await openForTest();
    return { devices, installations: createInstallations(devices, createTestClock(), 'a secret') };
  },
  dispose: () => Promise.resolve(),
});
testMigrations('migrations on PostgreSQL', async () => (await openForTest()).migrations);
describePaymentStore('PostgreSQL', async () => {
  const { payments, mails } = await openForTest();
  return { store: payments, mails };
});

test('[DB12] content, messages and paths with U+0000 are stored, the last two with a mark in its place', async () => {
  const { documents } = await openForTest();
  const data = { FBUID: 'a', 'na\0me': 'te\0xt' };
  await put(documents, { id: 'a', data });
  expect((await documents.read({ collection: 'contacts', id: 'a' }))?.data).toEqual(data);
  const refused = { collection: 'contacts', id: 'a', writeId: 'w', message: 'na\0me', path: 'na\0me' };
  await documents.commit(toScope([]), (view) => ({
    ...decideWrites(view, []),
    verdicts: [{ ...refused, owner: 'device:d', verdict: 'rejected', code: 'invalid-argument' }],
    rejections: [{ ...refused, code: 'invalid-argument', payload: data }],
  }));
  const kept = { message: 'na\ufffdme', path: 'na\ufffdme' };
  expect(await documents.rejections({ limit: 1 })).toMatchObject([{ ...kept, payload: data }]);
  const verdict = await documents.commit({ documents: [], writeIds: ['w'] }, (view) => ({
    ...decideWrites(view, []),
    result: view.verdict('w'),
  }));
  expect(verdict).toMatchObject(kept);
});

async function openForTest() {
  const { stores, dispose } = await openTestPostgres();
  onTestFinished(dispose);
  return stores;
}
