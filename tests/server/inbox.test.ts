import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEW_ITEM, type InboxItem } from '#shared/collections/inbox.ts';
import { toInboxId } from '#shared/domain/inbox.ts';
import type { Verdict } from '#shared/sync/messages.ts';
import { createAccountWorld, type AccountWorld, type TestBrowser } from '../support/account-world.ts';
import { dataPath } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';

const SAM = { name: 'Sam Staff', email: 'sam@shop.example', password: 'a third horse 5' };
const TESS = { name: 'Tess Staff', email: 'tess@shop.example', password: 'a fourth horse 6' };
const ZOE = { name: 'Zoe', email: 'zoe@example.com', password: 'correct horse 9' };
const SHOP = 'hello@shop.example';
const AT = '2026-03-02T09:00:00.000+00:00';
const MINUTE = 60_000;

let folder: string;
let world: AccountWorld;
let [sam, tess, zoe]: TestBrowser[] = [];
let count = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-inbox-'));
  world = await createAccountWorld({ folder, staffEmails: [SAM.email, TESS.email], shopAddress: SHOP });
  [sam, tess, zoe] = [world.newBrowser(), world.newBrowser(), world.newBrowser()];
  await staff().signUp(SAM);
  await other().signUp(TESS);
  await customer().signUp(ZOE);
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const staff = () => sam as TestBrowser;
const other = () => tess as TestBrowser;
const customer = () => zoe as TestBrowser;
const path = (rest: string) => `/api/v1${dataPath(rest)}`;
const entry = (id: string, by = SAM.email, text = `text of ${id}`) => ({ id, at: AT, by, text });
const item = (changes: Partial<InboxItem> = {}) => ({ ...NEW_ITEM, createdAt: AT, ...changes });

async function enquire(id: string, contactEmail = ZOE.email): Promise<string> {
  const response = await customer().call('PUT', path(`contacts/${id}`), {
    ...enquiryContent('Why?'),
    contactEmail,
  });
  expect(response.status).toBe(200);
  return toInboxId('contacts', id);
}

/** Pushes a write, as the app does. @param base the `writeId` it was made on; without one it creates the document */
async function push(browser: TestBrowser, id: string, content: object, base?: string): Promise<Verdict> {
  const row = {
    collection: 'inbox',
    ...(base !== undefined && { assumedMasterState: { writeId: base } }),
    newDocumentState: { ...content, FBUID: id, writeId: `write-${(count += 1)}` },
  };
  const response = await browser.call('POST', '/api/v1/sync/push', { rows: [row] });
  const { verdicts } = (await response.json()) as { readonly verdicts: readonly [Verdict] };
  return verdicts[0];
}

const mailsOf = async (template: string) =>
  (await world.storage.mails.list({ limit: 100 })).filter((mail) => mail.template === template);

describe('notes and replies', () => {
  test('[IN1] staff write notes, and nobody else reads them', async () => {
    const id = await enquire('a');
    const verdict = await push(staff(), id, item({ inboxNotes: [entry('n1')], inboxAssignee: SAM.email }));
    expect(verdict.verdict).toBe('accepted');
    expect((await other().call('GET', path(`inbox/${id}`))).status).toBe(200);
    expect((await customer().call('GET', path(`inbox/${id}`))).status).toBe(404);
    expect(await push(customer(), toInboxId('contacts', 'b'), item())).toMatchObject({
      code: 'permission-denied',
    });
  });

  test.each([
    ['changed', [entry('n1', SAM.email, 'another text')], 'Notes and replies can’t be changed or removed.'],
    ['removed', [], 'Notes and replies can’t be changed or removed.'],
    ['doubled', [entry('n1'), entry('n1')], 'Two entries have the same id.'],
    ['written in another name', [entry('n1'), entry('n2', TESS.email)], 'Nobody but tess@shop.example'],
  ])('[IN1] a note can’t be %s', async (_what, inboxNotes, message) => {
    const id = await enquire('a');
    await push(staff(), id, item({ inboxNotes: [entry('n1')] }));
    const verdict = await push(staff(), id, item({ inboxNotes }), `write-${count}`);
    expect(verdict).toMatchObject({ code: 'invalid-argument', path: 'inboxNotes' });
    expect(verdict.message).toContain(message);
  });

  test('[IN1] two members of staff who begin at once get a conflict to merge, not a refusal', async () => {
    const id = await enquire('a');
    await push(staff(), id, item({ inboxNotes: [entry('n1')] }));
    const verdict = await push(other(), id, item({ inboxNotes: [entry('n2', TESS.email)] }));
    expect(verdict).toMatchObject({ verdict: 'conflict', master: { inboxNotes: [{ id: 'n1' }] } });
  });

  test('[IN1] nobody deletes the notes and replies, and nothing else has them', async () => {
    const id = await enquire('a');
    await push(staff(), id, item({ inboxNotes: [entry('n1')] }));
    const deletion = await staff().call('DELETE', path(`inbox/${id}`));
    expect(deletion.status).toBe(412);
    expect(await push(staff(), 'products|a', item())).toMatchObject({
      code: 'invalid-argument',
      path: 'FBUID',
    });
  });

  test('[IN2] a reply is mailed once, whatever is written later, and only while its enquiry is there', async () => {
    const id = await enquire('a');
    const replied = item({ inboxState: 'answered', inboxReplies: [entry('r1', SAM.email, 'In two weeks.')] });
    expect(await push(staff(), id, replied)).toMatchObject({ verdict: 'accepted' });
    await push(staff(), id, { ...replied, inboxState: 'closed' }, `write-${count}`);
    await expect
      .poll(() => mailsOf('reply'))
      .toMatchObject([{ to: ZOE.email, state: 'sent', key: 'reply:r1' }]);
    const mail = world.mails.find(({ subject }) => subject === 'Your enquiry to Nankeen');
    expect(mail?.text).toContain('In two weeks.');
    expect(mail?.text).toContain('> Why?');

    await customer().call('DELETE', path('contacts/a'));
    const late = { ...replied, inboxReplies: [...replied.inboxReplies, entry('r2')] };
    const verdict = await push(staff(), id, late, `write-${count}`);
    expect(verdict).toMatchObject({ code: 'failed-precondition', path: 'inboxReplies' });
    const order = await push(staff(), toInboxId('orders', 'a'), item({ inboxReplies: [entry('r3')] }));
    expect(order).toMatchObject({ code: 'failed-precondition', path: 'inboxReplies' });
    expect(await mailsOf('reply')).toHaveLength(1);
  });
});

describe('mails about enquiries', () => {
  test('[IN3] who sent an enquiry gets a receipt that quotes nothing, at most one in twenty minutes', async () => {
    await enquire('a', 'Zoe@example.com');
    await enquire('b');
    await enquire('c', 'not an address');
    await expect
      .poll(() => mailsOf('enquiry-received'))
      .toMatchObject([{ to: 'Zoe@example.com', state: 'sent' }]);
    expect(world.mails.find(({ subject }) => subject === 'We have your enquiry')?.text).not.toContain('Why?');
    world.clock.advance(20 * MINUTE);
    await enquire('d');
    expect(await mailsOf('enquiry-received')).toHaveLength(2);
    // A change is not a new enquiry.
    world.clock.advance(20 * MINUTE);
    await enquire('d');
    expect(await mailsOf('enquiry-received')).toHaveLength(2);
  });

  test('[IN3] staff get one mail for the enquiries of five minutes, with their count', async () => {
    world.clock.advance(5 * MINUTE - (world.clock.now() % (5 * MINUTE)));
    for (const id of ['a', 'b', 'c']) await enquire(id);
    expect(await mailsOf('staff-new-enquiry')).toMatchObject([
      { to: SHOP, state: 'waiting', facts: { count: 3 }, nextAt: world.clock.now() + 5 * MINUTE },
    ]);
    world.clock.advance(5 * MINUTE);
    await enquire('d');
    expect((await mailsOf('staff-new-enquiry')).map(({ facts }) => facts['count'])).toEqual([1, 3]);
  });
});

test('[IN1] [PR2] with an account goes what staff wrote about its enquiries, and its name from the rest', async () => {
  const [ofZoe, ofOther] = [await enquire('a'), toInboxId('contacts', 'b')];
  await other().call('PUT', path('contacts/b'), {
    ...enquiryContent('Of another'),
    contactEmail: 'q@example.com',
  });
  await push(staff(), ofZoe, item({ inboxNotes: [entry('n1')] }));
  await push(
    staff(),
    ofOther,
    item({ inboxAssignee: SAM.email, inboxNotes: [entry('n2', SAM.email, `Ask ${ZOE.email}`)] }),
  );
  const { documents, eraser } = world.storage;
  const accountId = (await customer().session()).account?.id ?? '';
  await eraser?.erase({ accountId, addresses: [ZOE.email] });
  expect(await documents.read({ collection: 'inbox', id: ofZoe })).toMatchObject({
    deleted: true,
    data: { FBUID: ofZoe },
  });
  const rest = await documents.history({ collection: 'inbox', id: ofOther }, undefined, 10);
  expect(rest).toMatchObject([
    { updatedBy: 'deleted account', data: { inboxNotes: [{ text: 'Ask deleted account' }] } },
  ]);

  const staffId = (await staff().session()).account?.id ?? '';
  await eraser?.erase({ accountId: staffId, addresses: [SAM.email] });
  const left = await documents.read({ collection: 'inbox', id: ofOther });
  expect(left).toMatchObject({
    data: { inboxAssignee: 'deleted account', inboxNotes: [{ by: 'deleted account' }] },
  });
});
