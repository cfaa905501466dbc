import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { fillCollection } from '../support/job-calls.ts';
import { historyOf, pullPage, pushRow, pushRows, row, signIn } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

test('[PU3] a repeated write is accepted again and appears in history once', async () => {
  const one = row('one', 'w1', enquiryContent());
  const first = await pushRows(server, ADA, 'contacts', [one]);
  const second = await pushRows(server, ADA, 'contacts', [one]);
  expect(second.verdicts).toEqual(first.verdicts);
  expect(await historyOf(server, ADA, 'contacts/one')).toHaveLength(1);
});

test('[PU3] an old write repeated after a newer one changes nothing', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('old')));
  await pushRow(server, ADA, 'contacts', row('one', 'w2', enquiryContent('new'), { base: 'w1' }));
  expect(await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('old')))).toMatchObject({
    verdict: 'accepted',
  });
  expect((await pullPage(server, ADA, 'contacts')).documents).toMatchObject([{ contactMessage: 'new' }]);
  expect(await historyOf(server, ADA, 'contacts/one')).toHaveLength(2);
});

test('[PU3] a rejection is repeated verbatim, even if the content is valid now', async () => {
  const bad = { ...enquiryContent(), contactName: ' ' };
  const first = await pushRow(server, ADA, 'contacts', row('one', 'w1', bad));
  expect(first).toEqual({
    id: 'one',
    writeId: 'w1',
    verdict: 'rejected',
    code: 'invalid-argument',
    message: 'This field is required.',
    path: 'contactName',
  });
  expect(await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent()))).toEqual(first);
  expect((await pushRow(server, ADA, 'contacts', row('one', 'w2', enquiryContent()))).verdict).toBe(
    'accepted',
  );
});

test('[PU3] "gone" is repeated too', async () => {
  const lost = row('one', 'w2', enquiryContent(), { base: 'w1' });
  expect((await pushRow(server, ADA, 'contacts', lost)).verdict).toBe('gone');
  await pushRow(server, ADA, 'contacts', row('one', 'w3', enquiryContent()));
  expect(await pushRow(server, ADA, 'contacts', lost)).toEqual({ id: 'one', writeId: 'w2', verdict: 'gone' });
});

test('[PU3] [HI3] a write answered "gone" or "conflict" enters history when a later row’s trail names it, and its verdict stays', async () => {
  const gone = row('one', 'w2', enquiryContent('2'), { base: 'w1' });
  expect((await pushRow(server, ADA, 'contacts', gone)).verdict).toBe('gone');
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')));
  const conflicting = row('one', 'w3', enquiryContent('3'), { base: 'w2' });
  expect((await pushRow(server, ADA, 'contacts', conflicting)).verdict).toBe('conflict');
  const at = '2026-03-02T20:00:00.000+11:00';
  const trail = ['2', '3'].map((text) => ({ writeId: `w${text}`, at, data: enquiryContent(text) }));
  const later = row('one', 'w4', enquiryContent('4'), { base: 'w1', trail });
  expect((await pushRow(server, ADA, 'contacts', later)).verdict).toBe('accepted');
  const entries = await historyOf(server, ADA, 'contacts/one');
  expect(entries.map(({ writeId, operation }) => [writeId, operation])).toEqual([
    ['w4', 'update'],
    ['w3', 'coalesced'],
    ['w2', 'coalesced'],
    ['w1', 'create'],
  ]);
  expect((await pushRow(server, ADA, 'contacts', gone)).verdict).toBe('gone');
});

test('[PU3] a conflict is decided again each time', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')));
  const row2 = (base: string) => row('one', 'w2', enquiryContent('2'), { base });
  expect((await pushRow(server, ADA, 'contacts', row2('w0'))).verdict).toBe('conflict');
  expect((await pushRow(server, ADA, 'contacts', row2('w1'))).verdict).toBe('accepted');
});

test('[PU3] another device’s writeId is rejected without revealing its document', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('secret')));
  for (const id of ['one', 'two']) {
    const verdict = await pushRow(server, BEN, 'contacts', row(id, 'w1', enquiryContent('mine')));
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'already-exists', path: 'writeId' });
    expect(JSON.stringify(verdict)).not.toContain('secret');
  }
  expect((await pullPage(server, BEN, 'contacts')).documents).toEqual([]);
});

test('[PU3] a writeId belongs to one document of one collection', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent()));
  const elsewhere = [
    await pushRow(server, ADA, 'contacts', row('two', 'w1', enquiryContent())),
    await pushRow(server, ADA, 'checkouts', row('ada', 'w1', { checkoutItems: [] })),
  ];
  for (const verdict of elsewhere) expect(verdict).toMatchObject({ verdict: 'rejected', path: 'writeId' });
  expect(await server.store.newestSequence()).toBe(1);
});

test('[PU3] a shopper’s write with an imported product’s writeId is rejected', async () => {
  const product = { FBUID: 'recon', ...productContent(), createdAt: '2026-03-02T09:00:00.000Z' };
  await fillCollection(server, 'products', [product]);
  const [seen] = (await pullPage(server, ADA, 'products')).documents;
  const forged = row('recon', seen?.writeId ?? '', { ...productContent(), productName: 'Mine' });
  expect((await pushRow(server, ADA, 'products', forged)).verdict).toBe('rejected');
});

test('[PU3] an account can repeat its write on all its devices, and no other account can, even staff', async () => {
  const ann = signIn(server, 'ann', true);
  const one = row('one', 'w1', productContent());
  await pushRow(server, { ...ADA, ...ann }, 'products', one);
  expect((await pushRow(server, { ...BEN, ...ann }, 'products', one)).verdict).toBe('accepted');
  const others = [ADA, { ...ADA, ...signIn(server, 'bob', true) }];
  for (const other of others) {
    expect(await pushRow(server, other, 'products', one)).toMatchObject({
      verdict: 'rejected',
      path: 'writeId',
    });
  }
  expect(await server.store.newestSequence()).toBe(1);
});

test('[PU3] a device that signed in after a lost response gets the same verdict', async () => {
  const account = { ...ADA, ...signIn(server, 'ann') };
  const one = row('one', 'w1', enquiryContent());
  await pushRow(server, ADA, 'contacts', one);
  expect((await pushRow(server, account, 'contacts', one)).verdict).toBe('accepted');
  expect(await server.store.newestSequence()).toBe(1);
});

test('[PU3] a write that arrived in a trail is accepted when it is sent on its own', async () => {
  const trail = [{ writeId: 'w1', at: '2026-03-02T20:00:00.000+11:00', data: enquiryContent('1') }];
  await pushRow(server, ADA, 'contacts', row('one', 'w2', enquiryContent('2'), { trail }));
  expect((await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')))).verdict).toBe(
    'accepted',
  );
  expect(await historyOf(server, ADA, 'contacts/one')).toHaveLength(2);
});

test('[PU3] a write without writeId gets one from the server', async () => {
  const verdict = await pushRow(server, ADA, 'contacts', row('one', '', enquiryContent()));
  expect(verdict).toMatchObject({ verdict: 'accepted', writeId: expect.stringMatching(/^\w{20}$/) });
  const put = await server.request('/testing/data/contacts/two', {
    as: ADA,
    method: 'PUT',
    json: enquiryContent(),
  });
  expect(await put.json()).toMatchObject({ writeId: expect.stringMatching(/^\w{20}\.2$/) });
});

test('[PU3] a device cannot use the server’s next write id, not even in a trail', async () => {
  const { epoch } = server.store;
  const forged = `${epoch}.2`;
  const refusal = { verdict: 'rejected', code: 'already-exists', path: 'writeId' };
  const content = enquiryContent();
  expect(await pushRow(server, ADA, 'contacts', row('one', forged, content))).toMatchObject(refusal);
  const trail = [{ writeId: forged, at: '2026-03-02T20:00:00.000+11:00', data: content }];
  expect(await pushRow(server, ADA, 'contacts', row('one', 'w2', content, { trail }))).toMatchObject(refusal);
  expect((await pushRow(server, ADA, 'contacts', row('one', 'w1', content))).verdict).toBe('accepted');
  const put = await server.request('/testing/data/contacts/one', {
    as: ADA,
    method: 'PUT',
    json: enquiryContent('by the server'),
  });
  expect(await put.json()).toMatchObject({ writeId: forged });
  expect(await pushRow(server, ADA, 'contacts', row('two', forged, content))).toMatchObject(refusal);
});
