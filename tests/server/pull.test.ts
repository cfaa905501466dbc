import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { fillCollection } from '../support/job-calls.ts';
import {
  dataPath,
  errorIn,
  pullPage,
  pushRow,
  pushRows,
  rewindOf,
  row,
  signIn,
} from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

async function fill(): Promise<void> {
  for (let round = 0; round < 15; round++) {
    await pushRow(server, ADA, 'contacts', row(`ada-${round}`, `wa${round}`, enquiryContent()));
    const others = [0, 1, 2, 3].map((place) =>
      row(`ben-${round}-${place}`, `wb${round}.${place}`, enquiryContent()),
    );
    await pushRows(server, BEN, 'contacts', others);
  }
}

test('[PL2] a reader gets all its documents in full pages, regardless of documents in between', async () => {
  await fill();
  const sizes: number[] = [];
  const ids: string[] = [];
  let after = '';
  do {
    const page = await pullPage(server, ADA, 'contacts', `limit=4&after=${after}`);
    sizes.push(page.documents.length);
    ids.push(...page.documents.map(({ FBUID }) => FBUID));
    after = page.checkpoint;
  } while (sizes.at(-1) === 4);
  expect(sizes).toEqual([4, 4, 4, 3]);
  expect(ids).toEqual(Array.from({ length: 15 }, (_, round) => `ada-${round}`));
});

test('[PL2] the last page, even an empty one, has a checkpoint at the store’s newest sequence', async () => {
  await fill();
  const last = await pullPage(server, ADA, 'contacts');
  expect(last.checkpoint).toMatch(/\.75$/);
  const empty = await pullPage(server, ADA, 'products');
  expect(empty).toMatchObject({ documents: [], checkpoint: expect.stringMatching(/\.75$/) });
  await pushRow(server, BEN, 'contacts', row('new', 'w', enquiryContent()));
  const quiet = await pullPage(server, ADA, 'contacts', `after=${last.checkpoint}`);
  expect(quiet).toMatchObject({ documents: [], checkpoint: expect.stringMatching(/\.76$/) });
});

test('[PL3] a deleted document is pulled as a complete tombstone, also on a first pull', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('kept')));
  await pushRow(server, ADA, 'contacts', row('one', 'w2', {}, { base: 'w1', deleted: true }));
  const { documents } = await pullPage(server, ADA, 'contacts');
  expect(documents).toMatchObject([{ FBUID: 'one', _deleted: true, contactMessage: 'kept', writeId: 'w2' }]);
});

test('[PL4] a push rewinds to just below its lowest accepted row', async () => {
  await fill();
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const response = await pushRows(server, ADA, 'contacts', [
    row('ada-3', 'n1', enquiryContent('3'), { base: 'wa3' }),
    row('ada-5', 'n2', enquiryContent('5'), { base: 'wa5' }),
  ]);
  expect(rewindOf(response)).toMatch(/\.75$/);
  const page = await pullPage(server, ADA, 'contacts', `after=${checkpoint}&rewind=${rewindOf(response)}`);
  expect(page.documents.map(({ writeId }) => writeId)).toEqual(['n1', 'n2']);
});

test('[PL4] a replayed row rewinds below its document’s current sequence', async () => {
  const first = row('one', 'w1', enquiryContent('1'));
  await pushRow(server, ADA, 'contacts', first);
  await pushRow(server, ADA, 'contacts', row('two', 'w2', enquiryContent()));
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const rewind = rewindOf(await pushRows(server, ADA, 'contacts', [first]));
  const page = await pullPage(server, ADA, 'contacts', `after=${checkpoint}&rewind=${rewind}`);
  expect(page.documents.map(({ writeId }) => writeId)).toEqual(['w1', 'w2']);
});

test('[PL4] a conflict rewinds below the master it returns, which may change before the response arrives', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')));
  const response = await pushRows(server, ADA, 'contacts', [
    row('one', 'w2', enquiryContent('2'), { base: 'w0' }),
  ]);
  expect(rewindOf(response)).toMatch(/\.0$/);
});

test('[PL4] the oldest of several rewinds counts', async () => {
  const rewinds: string[] = [];
  for (const id of ['one', 'two', 'three']) {
    const response = await pushRows(server, ADA, 'contacts', [row(id, `w-${id}`, enquiryContent())]);
    rewinds.push(`rewind=${rewindOf(response)}`);
  }
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const query = `after=${checkpoint}&${rewinds[2]}&${rewinds[1]}`;
  const page = await pullPage(server, ADA, 'contacts', query);
  expect(page.documents.map(({ FBUID }) => FBUID)).toEqual(['two', 'three']);
  const first = await pullPage(server, ADA, 'contacts', `after=&${rewinds[2]}`);
  expect(first.documents).toHaveLength(3);
});

test('[PL4] rewinds of another epoch, another scope or an invalid format are ignored', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent()));
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const other = await pullPage(createCoreServer(), ADA, 'contacts');
  const foreign = await pullPage(server, BEN, 'contacts');
  for (const rewind of [other.checkpoint, foreign.checkpoint.replace(/\d+$/, '0'), 'nonsense', '1.2.3']) {
    const page = await pullPage(server, ADA, 'contacts', `after=${checkpoint}&rewind=${rewind}`);
    expect(page.documents).toEqual([]);
  }
});

test('[SQ3] a checkpoint of another epoch gets RESET', async () => {
  const { checkpoint } = await pullPage(createCoreServer(), ADA, 'contacts');
  const response = await server.request(dataPath(`contacts/pull?after=${checkpoint}`), { as: ADA });
  expect(response.status).toBe(409);
  expect(await errorIn(response)).toMatchObject({ code: 'aborted', reason: 'RESET' });
});

test('[SQ3] [RT3] a first pull of a device that pushed in another epoch gets RESET', async () => {
  const { checkpoint } = await pullPage(createCoreServer(), ADA, 'contacts');
  const first = (rewind: string) =>
    server.request(dataPath(`contacts/pull?after=&rewind=${rewind}`), { as: ADA });
  const response = await first(checkpoint);
  expect(response.status).toBe(409);
  expect(await errorIn(response)).toMatchObject({ reason: 'RESET' });
  const { checkpoint: foreign } = await pullPage(server, BEN, 'contacts');
  for (const rewind of [foreign, 'nonsense']) expect((await first(rewind)).status).toBe(200);
});

test('[SQ3] a checkpoint ahead of a restored store gets RESET', async () => {
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const ahead = checkpoint.replace(/\d+$/, '1');
  const response = await server.request(dataPath(`contacts/pull?after=${ahead}`), { as: ADA });
  expect(response.status).toBe(409);
  expect(await errorIn(response)).toMatchObject({ reason: 'RESET' });
});

test('[SQ3] after sign-in an old checkpoint gets SCOPE_CHANGED in collections whose scope changed', async () => {
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const products = await pullPage(server, ADA, 'products');
  const signedIn = { ...ADA, ...signIn(server, 'ann') };
  const response = await server.request(dataPath(`contacts/pull?after=${checkpoint}`), { as: signedIn });
  expect(response.status).toBe(409);
  expect(await errorIn(response)).toMatchObject({ code: 'aborted', reason: 'SCOPE_CHANGED' });
  // Everyone may read all products, so this scope has not changed.
  expect((await pullPage(server, signedIn, 'products', `after=${products.checkpoint}`)).documents).toEqual(
    [],
  );
});

test('[SQ3] an invalid checkpoint is an invalid argument', async () => {
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const texts = [
    'x',
    '1.2.3',
    `${checkpoint}.4`,
    checkpoint.replace(/\d+$/, '-1'),
    checkpoint.replace(/^1/, '2'),
  ];
  for (const after of texts) {
    const response = await server.request(dataPath(`contacts/pull?after=${after}`), { as: ADA });
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'after' });
  }
});

test('[PL2] [R-ROL-01] anyone can pull the products without credentials', async () => {
  await fillCollection(server, 'products', [{ FBUID: 'recon', ...productContent() }]);
  expect((await pullPage(server, {}, 'products')).documents).toMatchObject([{ FBUID: 'recon' }]);
});
