import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileRename, renameDocument } from '#shared/migration/rename-fields.ts';
import type { RenameRule } from '#shared/migration/rename-spec.ts';
import { pushRow, row } from '../../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import { createJobCalls, type JobCalls } from '../../support/job-calls.ts';
import { SEED } from '../../support/seed.ts';
import { openTemporaryStore, type TemporaryStore } from '../../support/temporary-store.ts';

let temporary: TemporaryStore;
let server: CoreServer;
let jobs: JobCalls;
beforeEach(() => {
  temporary = openTemporaryStore();
  server = createCoreServer(temporary.store);
  server.sessions.set('eve', { accountId: 'eve', email: 'eve@example.com', isStaff: true });
  jobs = createJobCalls(server);
});
afterEach(() => temporary.dispose());

const push = (id: string, writeId: string, content: object, base?: string, collection = 'notes') =>
  pushRow(
    server,
    { device: 'd'.repeat(22), session: 'eve' },
    collection,
    row(id, writeId, content, base === undefined ? {} : { base }),
  );
const stored = async (id: string, collection = 'notes') => {
  const { FBUID: _id, ...fields } = { ...(await server.store.read({ collection, id }))?.data };
  return fields;
};
const rename = (rules: readonly RenameRule[], collection = 'notes') => ({
  kind: 'rename',
  collection,
  rename: { rules },
});

test('[PU9] [R-MIG-06] a device that was offline during a rename pushes its writes without any loss', async () => {
  for (const id of ['a', 'b', 'c']) await push(id, `${id}1`, { price: 1, lines: [{ price: 2 }] });
  const job = await jobs.run(rename([{ kind: 'find', find: 'price', replace: 'net_price' }]));
  expect(job).toMatchObject({ state: 'done', counts: { replace: 3 } });
  const stale = await push('b', 'b2', { price: 5, lines: [{ price: 6 }, { price: 7 }] }, 'b1');
  expect(stale).toMatchObject({ verdict: 'accepted' });
  const renamed = { net_price: 5, lines: [{ net_price: 6 }, { net_price: 7 }] };
  expect(await stored('b')).toEqual(renamed);
  expect(await push('b', 'b2', { price: 5 }, 'b1')).toEqual(stale);
  expect(await stored('b')).toEqual(renamed);
});

test('[PU11] [R-MIG-06] after an undo the old names are current again', async () => {
  await push('a', 'a1', { price: 1 });
  const job = await jobs.run(rename([{ kind: 'map', from: 'price', to: 'unitPrice' }]));
  await push('b', 'b1', { price: 2 });
  expect(await stored('b')).toEqual({ unitPrice: 2 });
  expect(await jobs.run({ kind: 'undo', job: job.id })).toMatchObject({ state: 'done' });
  expect(await stored('a')).toEqual({ price: 1 });
  await push('c', 'c1', { price: 3 });
  expect(await stored('c')).toEqual({ price: 3 });
});

test('[PU9] [R-MIG-06] a stale write ends up as if it had come before the rename', async () => {
  const name = fc.constantFrom('a', 'b', 'c', 'price', 'net_price', '7');
  const content = fc.dictionary(name, fc.oneof(fc.integer(), fc.array(fc.dictionary(name, fc.boolean()))));
  const rule = fc
    .tuple(name, name)
    .map(([from, to]): RenameRule => ({ kind: 'find', find: from, replace: to }));
  const rules = fc.array(rule, { minLength: 1, maxLength: 3 });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(content, content, rules, async (before, after, some) => {
      const compiled = compileRename({ rules: some, onCollision: 'error' });
      const [renamedBefore, renamedAfter] = [before, after].map((one) => renameDocument(compiled, one));
      // A collision becomes a conflict, which the device resolves.
      fc.pre(renamedBefore?.problems.length === 0 && renamedAfter?.problems.length === 0);
      // If the job changes nothing, the write isn't stale.
      fc.pre(renamedBefore?.document !== before);
      const collection = `notes-${(number += 1)}`;
      await push('a', `w${number}`, before, undefined, collection);
      const { counts } = await jobs.run(rename(some, collection));
      fc.pre(counts.replace === 1);
      const verdict = await push('a', `v${number}`, after, `w${number}`, collection);
      expect(verdict).toMatchObject({ verdict: 'accepted' });
      expect(await stored('a', collection)).toEqual(renamedAfter?.document);
    }),
    { seed: SEED, numRuns: 60 },
  );
});
