import { beforeEach, expect, test } from 'vitest';
import { dataPath, errorIn, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { importFile } from '../support/job-calls.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';

const ADA = { device: 'ada' };
const { writeId: _writeId, sync: _sync, ...profile } = STORED_DOCUMENTS.profiles;
const CONTENT = { checkouts: { checkoutItems: [] }, profiles: profile };

let server: CoreServer;
let ann: { readonly session: string };
let sam: { readonly session: string };
beforeEach(() => {
  server = createCoreServer();
  ann = signIn(server, 'ann');
  sam = signIn(server, 'sam', true);
});

const owners = () =>
  [
    ['ada', ADA],
    ['id-of-ann', { device: 'tablet', ...ann }],
    ['tablet', { device: 'tablet', ...ann }],
  ] as const;
const strangers = (): readonly Caller[] => [
  { device: 'eve' },
  { device: 'eve', ...signIn(server, 'eve') },
  sam,
];

test.each(['checkouts', 'profiles'] as const)(
  '[AC1] [T03] nobody can take another’s id in %s, and its owner then succeeds',
  async (collection) => {
    for (const [id, owner] of owners()) {
      for (const [index, as] of strangers().entries()) {
        const taken = row(id, `w-${id}-${index}`, CONTENT[collection]);
        expect(await pushRow(server, as, collection, taken)).toMatchObject({
          verdict: 'rejected',
          code: 'permission-denied',
        });
        const put = await server.request(dataPath(`${collection}/${id}`), {
          as,
          method: 'PUT',
          json: CONTENT[collection],
        });
        expect((await errorIn(put)).code).toBe('permission-denied');
        const tombstone = row(id, `d-${id}-${index}`, CONTENT[collection], { deleted: true });
        expect((await pushRow(server, as, collection, tombstone)).verdict).toBe('rejected');
      }
      const own = await pushRow(server, owner, collection, row(id, `w-${id}`, CONTENT[collection]));
      expect(own.verdict).toBe('accepted');
      const again = row(id, `u-${id}`, CONTENT[collection], { base: `w-${id}`, deleted: true });
      expect((await pushRow(server, owner, collection, again)).verdict).toBe('accepted');
    }
  },
);

test('[AC1] [T03] staff’s import takes no cart of others, and an admin’s does', async () => {
  const line = `${JSON.stringify({ FBUID: 'ada', ...CONTENT.checkouts })}\n`;
  expect(await importFile(server, 'checkouts', line, { as: sam })).toMatchObject({
    counts: { create: 0, reject: 1 },
  });
  const own = await pushRow(server, ADA, 'checkouts', row('ada', 'w1', CONTENT.checkouts));
  expect(own.verdict).toBe('accepted');
  const other = `${JSON.stringify({ FBUID: 'ben', ...CONTENT.checkouts })}\n`;
  expect(await importFile(server, 'checkouts', other)).toMatchObject({
    state: 'done',
    counts: { create: 1 },
  });
});
