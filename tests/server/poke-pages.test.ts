import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Poke, PullPage } from '#shared/sync/messages.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, pullPage, pushRow, pushRows, row, signIn } from '../support/core-calls.ts';
import { eventually } from '../support/eventually.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { callWithResponse } from '../support/recording-response.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createStreamReader, type StreamReader } from '../support/stream-reader.ts';

const LONG_TEXT = { value: 'x'.repeat(7000), label: 'Ready to fly', description: '' };
const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let store: ReturnType<typeof createSuiteStore>;
let server: CoreServer;
let staff: { readonly session: string };
let readers: StreamReader[];
beforeEach(() => {
  store = createSuiteStore();
  server = createCoreServer(store);
  staff = signIn(server, 'sam', true);
  readers = [];
});
afterEach(() => Promise.all(readers.map((reader) => reader.cancel())));

async function open(as: Caller): Promise<StreamReader> {
  const reader = createStreamReader(await server.request(dataPath('stream'), { as }));
  readers.push(reader);
  await reader.until('hello');
  return reader;
}

const save = (id: string, name = id) =>
  pushRow(server, staff, 'products', row(id, `w-${name}`, productContent(name)));

/** The next poke. Read after each change, so that no poke combines two of them. */
async function nextPoke(reader: StreamReader): Promise<Poke> {
  const [last] = (await reader.until('poke')).slice(-1);
  return last?.data as Poke;
}

/** Readers that have received the first poke since the server started, which never has a page. */
async function openAfterFirst(...callers: Caller[]): Promise<StreamReader[]> {
  const opened = await Promise.all(callers.map(open));
  await save('first');
  expect(await Promise.all(opened.map(nextPoke))).toEqual(
    opened.map(() => ({ collection: 'products', sequence: 1 })),
  );
  return opened;
}

test('[ST8] a small change comes with its poke, as the same page that a pull brings', async () => {
  const [reader] = await openAfterFirst(ADA);
  const { checkpoint } = await pullPage(server, ADA, 'products');
  await save('recon');
  const pulled: PullPage = await pullPage(server, ADA, 'products', `after=${checkpoint}`);
  expect(pulled.documents.map(({ FBUID }) => FBUID)).toEqual(['recon']);
  expect(await nextPoke(reader as StreamReader)).toEqual({
    collection: 'products',
    sequence: 2,
    page: { ...pulled, after: 1 },
  });
});

test('[ST8] [ST7] the store is read once for all readers that see the same', async () => {
  const opened = await openAfterFirst(ADA, BEN, { device: 'cal' });
  const read = vi.spyOn(store, 'changesSince');
  await save('recon');
  const pages = await Promise.all(opened.map(nextPoke));
  expect(pages.every(({ page }) => page?.documents[0]?.FBUID === 'recon')).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
});

test('[ST8] [AC2] only staff see in a page who changed a document', async () => {
  const [device, desk] = await openAfterFirst(ADA, staff);
  await save('recon');
  const authorOf = ({ page }: Poke) => page?.documents[0]?.sync?.updatedBy;
  expect(authorOf(await nextPoke(device as StreamReader))).toBe('');
  expect(authorOf(await nextPoke(desk as StreamReader))).toBe('sam@example.com');
});

test('[ST8] [AC1] a page never holds another person’s documents', async () => {
  const ada = await open(ADA);
  const enquire = (caller: Caller, id: string) =>
    pushRow(server, caller, 'contacts', row(id, `w-${id}`, enquiryContent(`message of ${id}`)));
  await enquire(ADA, 'one');
  expect((await nextPoke(ada)).page).toBeUndefined();
  await enquire(BEN, 'two');
  await enquire(ADA, 'three');
  const { page } = await nextPoke(ada);
  expect(page?.documents.map(({ FBUID }) => FBUID)).toEqual(['three']);
});

test('[ST8] [PL3] a deletion comes as a tombstone', async () => {
  const [reader] = await openAfterFirst(ADA);
  await server.request(dataPath('products/first'), { as: staff, method: 'DELETE' });
  const { page } = await nextPoke(reader as StreamReader);
  expect(page?.documents).toMatchObject([{ FBUID: 'first', _deleted: true }]);
});

test('[ST8] a change of more than 32 kB or 50 documents is poked without a page', async () => {
  const [reader] = (await openAfterFirst(ADA)) as [StreamReader];
  const long = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    row(id, `w-${id}`, { ...productContent(id), productDescriptions: [LONG_TEXT] }),
  );
  await pushRows(server, staff, 'products', long);
  expect(await nextPoke(reader)).toEqual({ collection: 'products', sequence: 6 });
  const many = Array.from({ length: 51 }, (_, index) =>
    row(`p${index}`, `w-p${index}`, productContent(`p${index}`)),
  );
  await pushRows(server, staff, 'products', many);
  expect(await nextPoke(reader)).toEqual({ collection: 'products', sequence: 57 });
  await save('small');
  expect((await nextPoke(reader)).page).toMatchObject({ after: 57, documents: [{ FBUID: 'small' }] });
});

test('[ST8] a store that can’t be read is poked without a page', async () => {
  const [reader] = (await openAfterFirst(ADA)) as [StreamReader];
  vi.spyOn(store, 'changesSince').mockRejectedValueOnce(new Error('The disk failed.'));
  await save('recon');
  expect(await nextPoke(reader)).toEqual({ collection: 'products', sequence: 2 });
});

test('[ST8] [ST3] a reader with unread pokes gets no more pages', async () => {
  const stream = await callWithResponse(server.app, `/api/v1${dataPath('stream')}`);
  await save('first');
  await eventually(() => expect(stream.text).toContain('"sequence":1'));
  await save('second');
  await eventually(() => expect(stream.text).toContain('"page":{"after":1'));
  stream.isHeldUp = true;
  const long = { ...productContent('long'), productDescriptions: [LONG_TEXT, LONG_TEXT] };
  await pushRow(server, staff, 'products', row('long', 'w-long', long));
  await eventually(() => expect(stream.writableLength).toBeGreaterThan(8 * 1024));
  const before = stream.writableLength;
  await save('third');
  await eventually(() => expect(stream.writableLength).toBeGreaterThan(before));
  expect(stream.writableLength - before).toBeLessThan(200);
  stream.destroy();
});
