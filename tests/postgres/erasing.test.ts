import { expect, onTestFinished, test } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import type { CommitEvent } from '#server/core/document-store.ts';
import { decideWrites, put } from '../contracts/document-store-writes.ts';
import { jobRecord } from '../contracts/job-store-contract.ts';
import { fillWithPerson, MARK, OWNER, PERSON } from '../contracts/erased-person.ts';
import { openTestNodes } from '../support/postgres-store.ts';
import { createTestClock } from '../support/test-clock.ts';

async function openNodes(count: number) {
  const clock = createTestClock();
  const opened = await openTestNodes(count, clock);
  onTestFinished(opened.dispose);
  const [first = expect.fail('no node')] = opened.nodes;
  const store = { ...first.documents, ...first.maintenance };
  await fillWithPerson({ ...opened, ...first, store }, clock);
  return { ...opened, first };
}

test('[DB1] [DB2] [PR3] a person is erased while other nodes write and change the person’s payments', async () => {
  const { nodes, first, readRows } = await openNodes(3);
  const before = await first.documents.newestSequence();
  const heard: CommitEvent[] = [];
  nodes[2]?.documents.onCommit((event) => void heard.push(event));
  const own = { id: 'kept', owner: OWNER, audience: OWNER, data: { FBUID: 'kept', text: 'Zzyzx' } };
  const writes = nodes.flatMap(({ documents }, node) =>
    Array.from({ length: 10 }, (_none, index) => put(documents, own, { id: `${node} ${index}` })),
  );
  const changes = nodes.flatMap(({ payments }) =>
    Array.from({ length: 5 }, () =>
      payments.change(
        'paid',
        (current) =>
          current && { payment: { ...current, refundedCents: (current.refundedCents ?? 0) + 1 }, mails: [] },
      ),
    ),
  );
  const [erased] = await Promise.all([first.eraser.erase(PERSON), ...writes, ...changes]);
  expect(erased).toMatchObject({ documents: 4, kept: 3 });
  // A write that came after it is erased by the next look.
  await first.eraser.erase(PERSON);
  expect((await readRows()).filter((row) => MARK.test(row))).toEqual([]);
  const paid = await first.payments.find('paid');
  expect([paid?.refundedCents, paid?.owner]).toEqual([15, undefined]);
  const last = await first.documents.newestSequence();
  expect(last).toBeGreaterThanOrEqual(before + 60 + 7);
  await expect.poll(() => heard.at(-1)?.sequence).toBe(last);
  const others = await first.documents.list({
    collection: 'contacts',
    scope: 'everything',
    afterId: '',
    limit: 99,
  });
  expect(others.filter(({ id }) => /^\d \d$/.test(id))).toHaveLength(30);
});

test('[PR3] [DB10] a job that runs in the name of an erased person names nobody any more, so no node goes on with it', async () => {
  const { first, readRows } = await openNodes(1);
  const [email = ''] = PERSON.addresses;
  const touched = { writes: 'notes', reads: 'notes' };
  const actor = { ...ANONYMOUS, accountId: PERSON.accountId, email, isStaff: true };
  const hold = { holder: 'a', heldUntil: Date.now() + 60_000, actor, touched };
  await first.documents.commit({ documents: [], writeIds: [], jobs: ['j3'] }, (view) => ({
    ...decideWrites(view, []),
    progress: { job: jobRecord('j3', { startedBy: 'admin', hold }), problems: [], others: [] },
  }));
  await first.eraser.erase(PERSON);
  expect((await readRows()).filter((row) => MARK.test(row))).toEqual([]);
  const job = await first.documents.jobs.read('j3');
  expect([job?.state, job?.startedBy, job?.hold]).toEqual(['running', 'admin', undefined]);
});

test('[PR3] the database frees the space of erased rows at once', async () => {
  const { first, schema, run } = await openNodes(1);
  await first.eraser.erase(PERSON);
  const freed = () =>
    run(`SELECT relname FROM pg_stat_user_tables WHERE schemaname = '${schema}' AND vacuum_count > 0`);
  const tables = [
    'history',
    'batch',
    'head',
    'rejection',
    'verdict',
    'mail',
    'payment',
    'job',
    'migration_attempt',
  ];
  await expect
    .poll(async () => (await freed()).map(({ relname }) => relname))
    .toEqual(expect.arrayContaining(tables));
});
