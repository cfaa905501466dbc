import { beforeEach, expect, test } from 'vitest';
import type { Verdict } from '#shared/sync/messages.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { historyOf, pullPage, pushRow, row, type RowOptions } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';

const ADA = { device: 'ada' };
const AT = '2026-03-02T20:00:00.000+11:00';

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

const push = (writeId: string, text: string, options: RowOptions = {}): Promise<Verdict> =>
  pushRow(server, ADA, 'contacts', row('one', writeId, enquiryContent(text), options));
const writesOf = async () => (await historyOf(server, ADA, 'contacts/one')).map(({ writeId }) => writeId);
const entry = (writeId: string, text: string) => ({ writeId, at: AT, data: enquiryContent(text) });

test('[PU4] a write based on the server’s state is accepted', async () => {
  await push('w1', '1');
  expect(await push('w2', '2', { base: 'w1' })).toEqual({ id: 'one', writeId: 'w2', verdict: 'accepted' });
});

test('[PU4] a write based on an older state is a conflict with the server’s state, and changes nothing', async () => {
  await push('w1', '1');
  await push('w2', '2', { base: 'w1' });
  const verdict = await push('w3', '3', { base: 'w1' });
  expect(verdict).toMatchObject({
    verdict: 'conflict',
    master: { FBUID: 'one', writeId: 'w2', contactMessage: '2' },
  });
  expect(verdict.master?.sync).toMatchObject({ sequence: 2, acknowledged: 'w2' });
  expect(await writesOf()).toEqual(['w2', 'w1']);
});

test('[PU4] after a lost response and another edit, the device’s own earlier write is neither a conflict nor a second entry', async () => {
  await push('w1', '1');
  await push('w2', '2', { base: 'w1' });
  const verdict = await push('w4', '4', { base: 'w1', trail: [entry('w2', '2'), entry('w3', '3')] });
  expect(verdict.verdict).toBe('accepted');
  expect(await writesOf()).toEqual(['w4', 'w3', 'w2', 'w1']);
  expect((await pullPage(server, ADA, 'contacts')).documents).toMatchObject([{ contactMessage: '4' }]);
});

test('[PU4] a lost response to the create is a fast-forward too', async () => {
  await push('w1', '1');
  expect((await push('w2', '2', { trail: [entry('w1', '1')] })).verdict).toBe('accepted');
  expect(await writesOf()).toEqual(['w2', 'w1']);
});

test('[PU4] another writer’s change after the lost response is still a conflict', async () => {
  await push('w1', '1');
  await push('w2', '2', { base: 'w1' });
  await push('theirs', 'theirs', { base: 'w2' });
  expect((await push('w3', '3', { base: 'w1', trail: [entry('w2', '2')] })).verdict).toBe('conflict');
});

test('[PU4] a create on an existing or deleted id is rejected', async () => {
  await push('w1', '1');
  expect(await push('w2', '2')).toMatchObject({ verdict: 'rejected', code: 'already-exists' });
  await push('w3', '1', { base: 'w1', deleted: true });
  expect(await push('w4', '4')).toMatchObject({
    verdict: 'rejected',
    code: 'already-exists',
    master: { _deleted: true },
  });
  expect(await writesOf()).toEqual(['w3', 'w1']);
});

test('[PU4] [R-ENT-01] a create with the same content as the existing document adds nothing', async () => {
  await push('w1', '1');
  const [master] = (await pullPage(server, ADA, 'contacts')).documents;
  const same = row('one', 'w2', { ...enquiryContent('1'), createdAt: master?.createdAt });
  expect((await pushRow(server, ADA, 'contacts', same)).verdict).toBe('accepted');
  expect(await writesOf()).toEqual(['w1']);
});

test('[PU4] an update of an unknown document is "gone"', async () => {
  expect(await push('w2', '2', { base: 'w1' })).toEqual({ id: 'one', writeId: 'w2', verdict: 'gone' });
  expect(await server.store.newestSequence()).toBe(0);
});

test('[PU4] a base without writeId is compared by content, in any field order', async () => {
  await push('w1', '1');
  const [master] = (await pullPage(server, ADA, 'contacts')).documents;
  const { writeId: _writeId, sync: _sync, ...content } = master ?? { FBUID: '' };
  const reversed = Object.fromEntries(Object.entries(content).toReversed());
  expect((await push('w2', '2', { base: { ...content, contactName: 'Other' } })).verdict).toBe('conflict');
  expect((await push('w2', '2', { base: {} })).verdict).toBe('conflict');
  expect((await push('w2', '2', { base: reversed })).verdict).toBe('accepted');
});

test('[PU4] an update of a deleted document is rejected; deleting it again changes nothing', async () => {
  await push('w1', '1');
  await push('w2', '1', { base: 'w1', deleted: true });
  const revived = await push('w3', '3', { base: 'w2' });
  expect(revived).toMatchObject({
    verdict: 'rejected',
    code: 'failed-precondition',
    master: { _deleted: true },
  });
  expect((await push('w4', '1', { base: 'w2', deleted: true })).verdict).toBe('accepted');
  expect(await writesOf()).toEqual(['w2', 'w1']);
});

test('[PU4] an edit of a document deleted meanwhile is a conflict with the tombstone', async () => {
  await push('w1', '1');
  await push('w2', '1', { base: 'w1', deleted: true });
  expect(await push('w3', '3', { base: 'w1' })).toMatchObject({
    verdict: 'conflict',
    master: { _deleted: true },
  });
});
