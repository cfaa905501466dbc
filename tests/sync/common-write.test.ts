import { beforeEach, expect, test } from 'vitest';
import { pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';

let server: CoreServer;
let ada: Caller;
let eve: Caller;
beforeEach(() => {
  server = createCoreServer();
  ada = { device: 'ada', ...signIn(server, 'ada') };
  eve = { device: 'eve', ...signIn(server, 'ada') };
});

const push = (as: Caller, one: unknown) => pushRow(server, as, 'contacts', one);
const create = (writeId: string) => row('a', writeId, enquiryContent(writeId));
const edit = (writeId: string, base: string) => row('a', writeId, enquiryContent(writeId), { base });
const noted = (...writeIds: readonly string[]) =>
  writeIds.map((writeId) => ({
    writeId,
    at: '2026-03-02T20:00:00.000+11:00',
    data: enquiryContent(writeId),
  }));

test('[PU4] a conflict names the newest write of the row’s trail that the master includes', async () => {
  await push(ada, create('one'));
  await push(ada, row('a', 'three', enquiryContent('three'), { base: 'one', trail: noted('two') }));
  await push(eve, edit('theirs', 'three'));
  const late = row('a', 'five', enquiryContent('five'), {
    base: 'one',
    trail: noted('two', 'three', 'four'),
  });
  expect(await push(ada, late)).toMatchObject({ verdict: 'conflict', common: 'three' });
});

test('[PU4] a conflict names no write if the server has none of the trail', async () => {
  await push(ada, create('one'));
  await push(eve, edit('theirs', 'one'));
  const verdict = await push(
    ada,
    row('a', 'three', enquiryContent('three'), { base: 'one', trail: noted('two') }),
  );
  expect(verdict).toMatchObject({ verdict: 'conflict' });
  expect(verdict).not.toHaveProperty('common');
});

test('[PU4] a resent create whose response was lost gets a conflict with the later state, not a refusal', async () => {
  await push(ada, create('one'));
  await push(eve, edit('theirs', 'one'));
  const late = row('a', 'two', enquiryContent('two'), { trail: noted('one') });
  expect(await push(ada, late)).toMatchObject({
    verdict: 'conflict',
    common: 'one',
    master: { contactMessage: 'theirs' },
  });
});

test('[PU4] a create of another document with the same id is still refused', async () => {
  await push(eve, create('theirs'));
  const mine = row('a', 'two', enquiryContent('two'), { trail: noted('one') });
  expect(await push(ada, mine)).toMatchObject({ verdict: 'rejected', code: 'already-exists' });
});
