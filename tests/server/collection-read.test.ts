import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, signIn } from '../support/core-calls.ts';
import { fillCollection } from '../support/job-calls.ts';
import { productContent } from '../support/samples.ts';

const COUNT = 1000;
const ADA = { device: 'ada' };

let server: CoreServer;
let address: string;

beforeEach(async () => {
  address = '203.0.113.7';
  server = createCoreServer(undefined, undefined, { addressOf: () => address });
  await fillCollection(
    server,
    'products',
    Array.from({ length: COUNT }, (_none, index) => ({
      FBUID: toId(index),
      ...productContent(`Drone ${(index * 7) % 100}`, `price_${index}`),
    })),
  );
});

const toId = (index: number) => `p${String(index).padStart(4, '0')}`;
const read = (query = '', headers: Record<string, string> = {}, as: Caller = ADA) =>
  server.request(dataPath(`products${query}`), { as, headers });

interface Read {
  readonly FBUID: string;
  readonly id: string;
  readonly productName: string;
}
const documentsIn = (text: string) => (JSON.parse(text) as { readonly documents: readonly Read[] }).documents;
const documentsOf = async (response: Response) => documentsIn(await response.text());
const idsOf = async (response: Response) => (await documentsOf(response)).map(({ FBUID }) => FBUID);

test('[R-CAL-02] [R-CAL-04] a collection of many chunks arrives whole and in the order of its ids', async () => {
  const all = Array.from({ length: COUNT }, (_none, index) => toId(index));
  const documents = await documentsOf(await read());
  expect(documents.map(({ FBUID }) => FBUID)).toEqual(all);
  expect(documents.map(({ id }) => id)).toEqual(all);
});

test('[R-CAL-02] a compressed response is the same', async () => {
  const response = await read('', { 'accept-encoding': 'gzip' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(gunzipSync(bytes).toString()).toBe(await (await read()).text());
});

test.each(['asc', 'desc'])(
  '[R-CAL-02] many chunks are ordered as one list, equal values by id (%s)',
  async (direction) => {
    const sign = direction === 'asc' ? 1 : -1;
    const expected = (await documentsOf(await read())).toSorted((a, b) =>
      a.productName === b.productName ? 0 : a.productName < b.productName ? -sign : sign,
    );
    const found = await documentsOf(await read(`?orderBy=productName&direction=${direction}`));
    expect(found).toEqual(expected);
    const filtered = await read(
      `?orderBy=productName&direction=${direction}&field=productName&value=Drone 7`,
    );
    expect(await documentsOf(filtered)).toEqual(
      expected.filter(({ productName }) => productName === 'Drone 7'),
    );
  },
);

test('[R-CAL-03] a filter by id reads that document alone', async () => {
  expect(await idsOf(await read('?field=productFBUID&value=p0500'))).toEqual(['p0500']);
  expect(await idsOf(await read('?field=productFBUID&value=none'))).toEqual([]);
  expect(await idsOf(await read('?field=id'))).toEqual([]);
});

test('[R-CAL-04] a document with a field "id" of its own keeps it', async () => {
  await fillCollection(server, 'free', [{ FBUID: 'a', id: 'own' }, { FBUID: 'b' }]);
  const text = await (await server.request(dataPath('free'), { as: 'admin' })).text();
  expect(documentsIn(text).map(({ id }) => id)).toEqual(['own', 'b']);
  expect(text.match(/"id":/g)).toHaveLength(2);
});

test.each(['field=productName&value=none', 'orderBy=productName'])(
  '[T37] [R-CAL-02] other calls run while a collection is searched or sorted (?%s)',
  async (query) => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await (await read(`?${query}`)).text();
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(COUNT / 50);
  },
);

test('[R-CAL-02] an unchanged collection gets 304, compressed or not', async () => {
  const tagOf = (response: Response) => response.headers.get('etag') ?? '';
  const tag = tagOf(await read());
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await read('', { 'if-none-match': known });
    expect(again.status, known).toBe(304);
    expect(await again.text()).toBe('');
    expect(tagOf(again)).toBe(tag);
  }
  expect((await read('', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('[R-CAL-02] every write to the collection, another query and another reader have another entity tag', async () => {
  const staff = signIn(server, 'sam', true);
  const tags: (string | null)[] = [];
  const note = async (query?: string, as?: Caller) => {
    const response = await read(query, {}, as);
    tags.push(response.headers.get('etag'));
    await response.text();
  };
  await note();
  await note('?field=productName&value=none');
  await note('', staff);
  await server.request(dataPath('products/p0001'), {
    as: staff,
    method: 'PATCH',
    json: { productName: 'A' },
  });
  await note();
  await server.request(dataPath('products/p0001'), { as: staff, method: 'DELETE' });
  await note();
  expect(new Set(tags).size).toBe(5);
  await server.request(dataPath('templates/t'), { as: staff, method: 'PUT', json: { templateName: 'T' } });
  await note();
  expect(tags.at(-1)).toBe(tags.at(-2));
});

test('[T37] a third read of a collection by one network at the same time is refused, others are not', async () => {
  const [first, second] = [await read(), await read('?orderBy=productName')];
  const refused = await read();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted', reason: 'TOO_MANY_READS' });
  expect((await read('', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
  address = '198.51.100.7';
  expect(await idsOf(await read())).toHaveLength(COUNT);
  address = '203.0.113.7';
  await first.text();
  expect(await idsOf(await read())).toHaveLength(COUNT);
  await second.body?.cancel();
  const [third, fourth] = [await read(), await read()];
  expect([third.status, fourth.status]).toEqual([200, 200]);
});

test('[R-CAL-02] a refused order takes no place, and neither does a request without a body', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect((await read('?orderBy=productName&direction=up')).status).toBe(400);
    const { status } = await server.request(dataPath('products'), { as: ADA, method: 'HEAD' });
    expect(status).toBe(200);
  }
  expect(await idsOf(await read())).toHaveLength(COUNT);
});
