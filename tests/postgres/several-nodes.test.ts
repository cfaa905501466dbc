import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Audience, ReadScope } from '#shared/access/decide-access.ts';
import type { CommitEvent, DocumentStore } from '#server/core/document-store.ts';
import { jobRecord } from '../contracts/job-store-contract.ts';
import { decideWrites, put, toScope } from '../contracts/document-store-writes.ts';
import { createRandom, pickNumber } from '../soak/seeded-random.ts';
import { isSoak, SEED, toCount } from '../soak/soak-setting.ts';
import { payment } from '../contracts/payment-store-contract.ts';
import { toMailRow } from '#server/mail/new-mail.ts';
import type { PostgresStores } from '#server/stores/postgres/open-stores.ts';
import { createAttemptLimiter } from '#server/accounts/attempt-limits.ts';
import { createTestClock } from '../support/test-clock.ts';
import { countLockWaits, openTestNodes, queryPostgres, testDatabase } from '../support/postgres-store.ts';

const SCOPES: readonly ReadScope[] = [
  'everything',
  ['public'],
  ['staff', 'public'],
  ['device:a'],
  ['account:b'],
];
const AUDIENCES: readonly Audience[] = ['public', 'staff', 'device:a', 'account:b'];
/** Of each node. */
const CALLERS = 16;
/** Commits of each caller, with one to four writes. */
const COMMITS = toCount('FEED_COMMITS', { suite: 4, soak: 8500 });
const WHOLE_PAGE = 1000;

describe('several nodes on one PostgreSQL', () => {
  let stores: readonly PostgresStores[];
  let nodes: readonly DocumentStore[];
  let schema: string;
  let dispose: () => Promise<void>;
  beforeEach(async () => {
    const opened = await openTestNodes(3);
    stores = opened.nodes;
    nodes = stores.map(({ documents }) => documents);
    schema = opened.schema;
    dispose = opened.dispose;
  });
  afterEach(() => dispose());

  test(`[DB1] numbers have no gap, and a reader that changes the node with each pull misses nothing (seed ${SEED})`, async () => {
    const next = createRandom(SEED);
    const random = (below: number) => pickNumber(next, below);
    const nodeOf = (index: number) => nodes[index % nodes.length] ?? expect.fail('no node');
    let isWriting = true;
    let count = 0;
    const writers = Array.from({ length: CALLERS * nodes.length }, async (_, writer) => {
      for (let round = 0; round < COMMITS; round += 1) {
        const writes = Array.from({ length: 1 + random(4) }, (_none, index) => {
          // Documents of its own, which are many, and some that all writers share.
          const id = random(3) === 0 ? `shared ${random(5)} ${index}` : `${writer} ${round} ${index}`;
          const audience = AUDIENCES[random(AUDIENCES.length)] ?? 'public';
          return { id, audience, data: { FBUID: id, writer, round }, deleted: random(10) === 0 };
        });
        await put(nodeOf(writer), ...writes);
        count += writes.length;
      }
    });
    /** What a reader holds that pulls page by page, each from the next node, until nothing more can come. */
    const pullAll = async (scope: ReadScope, first: number, toLimit: (pull: number) => number) => {
      const held = new Map<string, number>();
      let after = 0;
      for (let pull = first; ; pull += 1) {
        const wasWriting = isWriting;
        const limit = toLimit(pull);
        const page = await nodeOf(pull).changesSince({ collection: 'contacts', scope, after, limit });
        const rows = [...page.documents, ...page.evictions].sort((a, b) => a.sequence - b.sequence);
        for (const row of rows) {
          if ('json' in row) held.set(row.id, row.sequence);
          else held.delete(row.id);
        }
        after = rows.length === limit ? (rows.at(-1)?.sequence ?? after) : page.newest;
        if (rows.length === 0 && !wasWriting) return held;
      }
    };
    const readers = SCOPES.map((scope, index) => pullAll(scope, index, (pull) => 1 + (pull % 50)));
    await Promise.all(writers);
    isWriting = false;
    const held = await Promise.all(readers);
    for (const [index, scope] of SCOPES.entries())
      expect(held[index]).toEqual(await pullAll(scope, 0, () => WHOLE_PAGE));
    const [node = expect.fail('no node')] = nodes;
    const newest = await node.newestSequence();
    const [counted] = await node.collections();
    expect(counted?.history).toBe(newest);
    expect(count).toBe(newest);
    if (isSoak) console.log(`${count} writes, each seen by its readers (seed ${SEED})`);
  }, 3_600_000);

  test('[DB2] two nodes that change one document at once each decide on what the other wrote', async () => {
    const key = { collection: 'contacts', id: 'counter' };
    const countUp = (node: DocumentStore) =>
      node.commit({ documents: [key], writeIds: [] }, (view) => {
        const before = view.document(key)?.data['count'];
        const sequence = view.sequence + 1;
        const updatedAt = new Date(1_772_000_000_000 + sequence).toISOString();
        const count = typeof before === 'number' ? before + 1 : 1;
        const entry = { ...key, sequence, writeId: `w${sequence}`, data: { count }, updatedBy: 'nobody' };
        return {
          history: [{ ...entry, at: updatedAt, madeAt: undefined, operation: 'update', device: undefined }],
          documents: [{ ...entry, deleted: false, owner: undefined, audience: 'public', updatedAt }],
          verdicts: [],
          rejections: [],
          evictions: [],
          result: undefined,
        };
      });
    await Promise.all(Array.from({ length: 30 }, () => nodes.map(countUp)).flat());
    expect((await nodes[1]?.read(key))?.data).toEqual({ count: 90 });
  });

  test('[DB3] the metrics of a node tell how long its commits waited for another node', async () => {
    const [store] = stores;
    if (!store) expect.fail('no node');
    const valueOf = (name: string) => store.metrics.find((metric) => metric.name === name)?.read();
    const before = valueOf('nankeen_writer_wait_seconds_total') ?? 0;
    const groups = valueOf('nankeen_commit_groups_total') ?? 0;
    const other = new pg.Client({ connectionString: testDatabase(), options: `-c search_path=${schema}` });
    await other.connect();
    await other.query('BEGIN; SELECT 1 FROM writer FOR UPDATE');
    const writing = put(store.documents, { id: 'a' });
    await expect.poll(countLockWaits).toBe(1);
    expect(valueOf('nankeen_database_connections')).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await other.query('COMMIT');
    await other.end();
    await writing;
    expect(valueOf('nankeen_writer_wait_seconds_total')).toBeGreaterThan(before + 0.09);
    expect(valueOf('nankeen_commit_groups_total')).toBe(groups + 1);
    expect(valueOf('nankeen_database_answer_age_seconds')).toBeGreaterThanOrEqual(0);
  });

  test('[DB3] large commits that wait at once are stored in groups of at most 1,000 documents', async () => {
    const [store] = stores;
    if (!store) expect.fail('no node');
    const read = () =>
      store.metrics.find(({ name }) => name === 'nankeen_commit_groups_total')?.read() ??
      expect.fail('no metric');
    const before = read();
    const idsOf = (commit: number) =>
      Array.from({ length: 300 }, (_none, index) => ({ id: `${commit}-${index}` }));
    await Promise.all(Array.from({ length: 10 }, (_none, commit) => put(store.documents, ...idsOf(commit))));
    expect(read() - before).toBe(4);
    expect(await store.documents.newestSequence()).toBe(3000);
  });

  test('[DB6] [ST1] every other node hears of a commit once, with each audience it touched', async () => {
    const heard = nodes.map((node) => {
      const events: CommitEvent[] = [];
      node.onCommit((event) => void events.push(event));
      return events;
    });
    const [first = expect.fail('no node')] = nodes;
    await put(first, { id: 'a', audience: 'device:a' });
    await expect.poll(() => heard.map(({ length }) => length)).toEqual([1, 1, 1]);
    await put(first, { id: 'a', audience: 'account:b' }, { id: 'c', collection: 'notes' });
    await expect.poll(() => heard.map(({ length }) => length)).toEqual([2, 2, 2]);
    for (const events of heard) {
      const touched = events.map((event) =>
        event.touched.map((one) => `${one.collection}/${one.audience}`).toSorted(),
      );
      expect(touched).toEqual([
        ['contacts/device:a'],
        ['contacts/account:b', 'contacts/device:a', 'notes/public'],
      ]);
    }
    await first.commit(toScope([{ id: 'd' }]), (view) => ({
      ...decideWrites(view, [{ id: 'd' }]),
      progress: { job: jobRecord('one'), problems: [], others: [] },
    }));
    await expect.poll(() => heard.map((events) => events.at(-1)?.isOfJob)).toEqual([true, true, true]);
    expect(heard.map((events) => events.at(-1)?.sequence)).toEqual([4, 4, 4]);
  });

  test('[DB6] a node hears of commits although its connection that listens is cut, and listens again', async () => {
    const events: CommitEvent[] = [];
    nodes[1]?.onCommit((event) => void events.push(event));
    const [first = expect.fail('no node')] = nodes;
    for (let round = 1; round <= 3; round += 1) {
      await cutListeners(schema);
      await put(first, { id: `round ${round}` });
      await expect.poll(() => events.at(-1)?.sequence).toBe(round);
    }
    await expect.poll(() => countListeners(schema)).toBe(nodes.length);
  });

  test('[DB6] a node hears of a commit whose notification is lost', async () => {
    const [first = expect.fail('no node'), second = first] = nodes;
    await put(first, { id: 'a' });
    const events: CommitEvent[] = [];
    second.onCommit((event) => void events.push(event));
    await queryPostgres(
      `INSERT INTO batch (first, last, at, updated_by) VALUES (2, 2, '2026-01-01T00:00:00.000Z', 'admin');
       INSERT INTO history (sequence, batch, collection, document_id, operation, write_id, data, checksum)
         SELECT 2, 2, number, 'b', 0, 'write-b', '{}', 0 FROM collection WHERE name = 'contacts';
       INSERT INTO head (collection, id, sequence, deleted, audience)
         SELECT number, 'b', 2, 0, 'public' FROM collection WHERE name = 'contacts'`,
      schema,
    );
    await expect.poll(() => events.at(-1)).toMatchObject({ sequence: 2 });
    expect(events.at(-1)?.touched).toEqual([{ collection: 'contacts', audience: 'public' }]);
  });

  test('[DB7] [T13] a device blocked and a role withdrawn on one node are so on every node', async () => {
    const [first = expect.fail('no node')] = stores;
    const grant = { email: 'kim@shop.example', role: 'staff', at: 1, by: 'admin' } as const;
    await first.devices.setBlocked('ada', true, 1);
    await first.staffGrants.grant(grant);
    const seen = () =>
      stores.map(({ devices, staffGrants }) => [devices.isBlocked('ada'), staffGrants.roleOf(grant.email)]);
    expect(seen()[0]).toEqual([true, 'staff']);
    await expect.poll(seen).toEqual(stores.map(() => [true, 'staff']));
    await first.devices.setBlocked('ada', false, 2);
    await first.staffGrants.revoke(grant.email);
    expect(seen()[0]).toEqual([false, undefined]);
    await expect.poll(seen).toEqual(stores.map(() => [false, undefined]));
  });

  test('[DB8] [T07] attempts are counted over all nodes', async () => {
    const limiters = stores.map(({ accounts }) => createAttemptLimiter(accounts.tables, createTestClock()));
    const rule = { max: 5, windowSeconds: 60 };
    const waits = await Promise.all(
      Array.from({ length: 6 }, () => limiters.map((limiter) => limiter.attempt('key', rule))).flat(),
    );
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(rule.max);
  });

  test('[DB11] [ML2] a due mail is claimed by one node only, whatever the clocks say, and by another once that claim has ended', async () => {
    const [first = expect.fail('no node'), second = first] = stores.map(({ mails }) => mails);
    const mail = (key: string) =>
      toMailRow({ key, template: 'account-exists', to: 'ada@example.com', facts: {} }, 1000);
    const keys = Array.from({ length: 12 }, (_none, index) => `mail-${index}`);
    for (const key of keys) await first.add(mail(key));
    await second.add(mail(keys[0] ?? ''));
    const claims = await Promise.all(
      Array.from({ length: 15 }, (_none, index) => (index % 2 === 0 ? first : second).claimDue(1000, 60_000)),
    );
    expect(claims.map((row) => row?.key).toSorted()).toEqual([
      ...keys.toSorted(),
      undefined,
      undefined,
      undefined,
    ]);
    const anHourAhead = 1000 + 3_600_000;
    expect([await first.claimDue(anHourAhead, 60_000), await first.nextAt()]).toEqual([undefined, undefined]);
    await queryPostgres('UPDATE mail SET claimed_until = claimed_until - 60000', schema);
    const again = await second.claimDue(1000, 60_000);
    if (!again) expect.fail('no mail');
    await first.put({ ...again, state: 'sent', sentAt: 2500 });
    await second.put({ ...again, error: 'too late' });
    expect(await second.find(again.key)).toMatchObject({ state: 'sent', error: null });
  });

  test('[DB11] a lease is one node’s until it ends, and that node keeps it', async () => {
    const take = (ms: number) => Promise.all(stores.map(({ leases }) => leases.take('one', ms)));
    const taken = await take(60_000);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await stores[0]?.leases.take('another', 60_000)).toBe(true);
    expect(await take(60_000)).toEqual(taken);
    const holder = taken.indexOf(true);
    await stores[holder]?.leases.take('one', 1);
    const next = stores[(holder + 1) % stores.length];
    await expect.poll(() => next?.leases.take('one', 60_000)).toBe(true);
    expect(await stores[holder]?.leases.take('one', 60_000)).toBe(false);
  });

  test('[ML1] mails of one key that several nodes queue at once count together', async () => {
    const [reader = expect.fail('no node')] = stores.map(({ mails }) => mails);
    const mail = { key: 'k', template: 'account-exists', to: 'a@example.com', facts: {} } as const;
    const row = { ...toMailRow(mail, 1000), facts: { count: 1, who: 'ä\u0000' } };
    await Promise.all(stores.flatMap(({ mails }) => [mails.add(row), mails.add(row)]));
    expect((await reader.find('k'))?.facts).toEqual({ count: 6, who: 'ä\u0000' });
  });

  test('[F76] clicks of one buyer on several nodes at once find one payment, and changes of it all count', async () => {
    const claims = stores.flatMap(({ payments }, index) =>
      ['a', 'b'].map((id) => payments.claim(payment(`${id}${index}`), 0)),
    );
    const [id, ...others] = new Set((await Promise.all(claims)).map((one) => one.id));
    expect(others).toEqual([]);
    const spend = (current = payment('none')) => ({
      payment: { ...current, refundedCents: (current.refundedCents ?? 0) + 1 },
      mails: [],
    });
    await Promise.all(
      stores.flatMap(({ payments }) => [payments.change(id ?? '', spend), payments.change(id ?? '', spend)]),
    );
    expect((await stores[0]?.payments.find(id ?? ''))?.refundedCents).toBe(6);
    const created = stores.map(({ payments }) =>
      payments.change('new', (current) => ({
        payment: { ...(current ?? payment('new')), refundedCents: (current?.refundedCents ?? 0) + 1 },
        mails: [],
      })),
    );
    await Promise.all(created);
    expect((await stores[0]?.payments.find('new'))?.refundedCents).toBe(3);
  });

  test('[PY9] a repeated call to the payment simulator on several nodes at once makes one session and one price', async () => {
    const session = (id: string) => ({
      id,
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
    });
    const price = (id: string) => ({
      id,
      productId: 'p',
      unitCents: 1,
      currency: 'AUD',
      idempotencyKey: 'key',
    });
    const made = await Promise.all(
      stores.map(({ simulatedPayments }, index) => simulatedPayments.add(session(`s${index}`))),
    );
    const priced = await Promise.all(
      stores.map(({ simulatedPayments }, index) => simulatedPayments.addPrice(price(`p${index}`))),
    );
    expect([new Set(made.map(({ id }) => id)).size, new Set(priced.map(({ id }) => id)).size]).toEqual([
      1, 1,
    ]);
    const [one = expect.fail('no node')] = stores.map(({ simulatedPayments }) => simulatedPayments);
    const pay = (id: string) =>
      one.change(made[0]?.id ?? '', (current) => ({
        session: { ...current, state: 'complete', paymentIntent: 'pi' },
        event: { id, type: 'checkout.session.completed', created: 2 },
      }));
    await pay('e1');
    await pay('e2');
    const events = (after?: string) =>
      one.listEvents({ since: 0, types: ['checkout.session.completed'], after, limit: 9 });
    expect([(await events()).map(({ id }) => id), (await events('e2')).map(({ id }) => id)]).toEqual([
      ['e2', 'e1'],
      ['e1'],
    ]);
    expect((await one.findByPaymentIntent('pi'))?.state).toBe('complete');
    expect((await one.list({ since: 1, after: undefined, limit: 9 })).map(({ id }) => id)).toEqual([
      made[0]?.id,
    ]);
    expect(await one.list({ since: 2, after: undefined, limit: 9 })).toEqual([]);
  });
});

const listeners = (schema: string) => `FROM pg_stat_activity WHERE query = 'LISTEN ${schema}'`;

async function cutListeners(schema: string): Promise<void> {
  await queryPostgres(`SELECT pg_terminate_backend(pid) ${listeners(schema)}`);
}

async function countListeners(schema: string): Promise<number> {
  return (await queryPostgres(`SELECT pid ${listeners(schema)}`)).length;
}
