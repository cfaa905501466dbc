import { beforeEach, expect, test } from 'vitest';
import { pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { createJobCalls, exportOf, fillCollection, importFile, toLines } from '../support/job-calls.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';

const ADA = { device: 'ada' };
const OTHERS: Readonly<Record<string, unknown>> = { checkouts: [], profiles: 'Sam' };
const FIELDS: Readonly<Record<string, string>> = { checkouts: 'checkoutItems', profiles: 'profileNameGiven' };

let server: CoreServer;
let sam: Caller;
beforeEach(async () => {
  server = createCoreServer();
  sam = signIn(server, 'sam', true);
  for (const collection of ['checkouts', 'profiles'] as const) {
    const { writeId: _writeId, sync: _sync, FBUID: _id, ...content } = STORED_DOCUMENTS[collection];
    const verdict = await pushRow(server, ADA, collection, row('ada', `w-${collection}`, content));
    expect(verdict.verdict).toBe('accepted');
  }
  await fillCollection(server, 'none', []);
});

test.each(['checkouts', 'profiles'])(
  '[T01] [AC2] a job of staff reads, replaces, renames and imports no %s of others',
  async (collection) => {
    const before = await exportOf(server, collection);
    expect(before.split('\n')).toHaveLength(3);
    const jobs = createJobCalls(server, sam);

    expect(await jobs.run({ kind: 'copy', source: collection, target: 'taken' })).toMatchObject({
      counts: { create: 0 },
    });
    const replace = { kind: 'copy', source: 'none', target: collection, mode: 'replace-all' };
    expect(await jobs.run(replace)).toMatchObject({ state: 'done', counts: { delete: 0 } });
    const rename = { rules: [{ kind: 'map', from: FIELDS[collection] ?? '', to: 'taken' }] };
    expect(await jobs.run({ kind: 'rename', collection, rename })).toMatchObject({
      counts: { replace: 0, merge: 0, unchanged: 0 },
    });

    const documents = before
      .split('\n')
      .slice(0, 1)
      .map((line) => JSON.parse(line) as object);
    const changed = documents.map((one) => ({ ...one, [FIELDS[collection] ?? '']: OTHERS[collection] }));
    expect(await importFile(server, collection, toLines(changed), { as: sam })).toMatchObject({
      counts: { create: 0, replace: 0, reject: 1 },
    });

    expect(await exportOf(server, collection)).toBe(before);
    expect((await pullPage(server, ADA, collection)).documents).toHaveLength(1);
    expect((await pullPage(server, sam, collection)).documents).toEqual([]);
  },
);

test('[T01] [AC2] the plan of a job of staff shows nothing of what they may not read', async () => {
  for (const collection of ['checkouts', 'profiles']) {
    const response = await server.request('/admin/plans', {
      as: sam,
      method: 'POST',
      json: { kind: 'copy', source: collection, target: 'taken' },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/ada|Ada|Recon/);
  }
});

test('[T01] [IN1] an import of staff writes no note in the name of another', async () => {
  const { writeId: _writeId, sync: _sync, ...content } = STORED_DOCUMENTS.inbox;
  await fillCollection(server, 'inbox', [content]);
  const before = await exportOf(server, 'inbox');
  const note = { id: 'n1', at: content.createdAt, by: 'tess@example.com', text: 'I allow it.' };
  expect(
    await importFile(server, 'inbox', toLines([{ ...content, inboxNotes: [note] }]), { as: sam }),
  ).toMatchObject({ counts: { replace: 0, reject: 1 } });
  expect(await exportOf(server, 'inbox')).toBe(before);
});
