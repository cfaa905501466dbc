import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { createJobCalls, importFile } from '../support/job-calls.ts';
import { uploadFile } from '../support/upload-file.ts';
import { dataPath, errorIn, pullPage, PUSH, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';

const ADA: Caller = { device: 'ada' };

let world: TemporaryStore;
let server: CoreServer;
let staff: Caller;
beforeEach(() => {
  world = openTemporaryStore();
  server = createCoreServer(world.store);
  staff = { device: 'desk', ...signIn(server, 'sam', true) };
});
afterEach(() => world.dispose());

const put = (path: string, body: string, as: Caller = staff) =>
  server.request(dataPath(path), { as, method: 'PUT', body });

test('[AC1] an unknown collection is free: staff may write it, others can neither read nor write it', async () => {
  expect((await put('notes/one', '{"text":"a"}')).status).toBe(200);
  expect((await put('notes/two', '{"text":"b"}', ADA)).status).toBe(403);
  expect((await pullPage(server, ADA, 'notes')).documents).toEqual([]);
  const list = await server.request(dataPath('notes'), { as: ADA });
  expect(await list.json()).toEqual({ documents: [] });
  expect((await pullPage(server, staff, 'notes')).documents).toHaveLength(1);
});

test.each([
  ['{"":1}', ''],
  ['{"a~b":1}', 'a~b'],
  ['{"a*b":1}', 'a*b'],
  ['{"a/b":1}', 'a/b'],
  ['{"a[0]":1}', 'a[0]'],
  ['{"__a__":1}', '__a__'],
  ['{"__proto__":{"polluted":true}}', '__proto__'],
  ['{"a":{"__proto__":{"polluted":true}}}', 'a.__proto__'],
  ['{"a":[{"b":[[1]]}]}', 'a[0].b[0]'],
  ['{"a":"\\ud800"}', 'a'],
  [`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, Array.from({ length: 20 }, () => 'a').join('.')],
])('[T25] [R-DOC-02] set, merge, create, push and import reject the content %s', async (body, path) => {
  await put('free/merge', '{"ok":1}');
  const withId = body.replace('{', '{"FBUID":"one",');
  const responses = [
    await put('free/one', body),
    await server.request(dataPath('free/merge'), { as: staff, method: 'PATCH', body }),
    await server.request(dataPath('free'), { as: staff, method: 'POST', body }),
  ];
  for (const response of responses) {
    expect(response.status).toBe(400);
    expect((await errorIn(response)).path ?? '').toBe(path);
  }
  expect(await importFile(server, 'free', withId)).toMatchObject({
    state: 'failed',
    problems: [{ line: 1, path }],
  });
  const rows = `{"rows":[{"collection":"free","newDocumentState":${withId.replace('{', '{"writeId":"w1",')}}]}`;
  const pushed = await server.request(PUSH, { as: staff, method: 'POST', body: rows });
  const { verdicts } = (await pushed.json()) as { verdicts: { verdict: string; path?: string }[] };
  expect(verdicts).toMatchObject([{ verdict: 'rejected', code: 'invalid-argument' }]);
  expect(verdicts[0]?.path ?? '').toBe(path);
  expect(await server.store.newestSequence()).toBe(1);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([0, 11, -1, 1.5, '2', null])(
  '[R-ENT-13] a cart with a quantity of %s is rejected',
  async (productCount) => {
    const item = { FBUID: 'recon', ...productContent(), productCount };
    const response = await put('checkouts/ada', JSON.stringify({ checkoutItems: [item] }), ADA);
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({
      code: 'invalid-argument',
      path: 'checkoutItems[0].productCount',
    });
    expect(await server.store.newestSequence()).toBe(0);
  },
);

test('[T24] a document above the size limit is rejected; a large one below it is stored', async () => {
  const texts = (count: number) => Array.from({ length: count }, () => 'x'.repeat(10_000));
  expect((await put('free/one', JSON.stringify({ texts: texts(104) }))).status).toBe(200);
  expect((await put('free/two', JSON.stringify({ texts: texts(106) }))).status).toBe(400);
  expect((await put('free/two', JSON.stringify({ texts: texts(130) }))).status).toBe(413);
  const entries = Array.from({ length: 30 }, () => ({
    value: 'x'.repeat(10_000),
    label: '',
    description: '',
  }));
  const large = { ...productContent(), productDescriptions: entries };
  const response = await put('products/one', JSON.stringify(large));
  expect(await errorIn(response)).toMatchObject({
    message: expect.stringMatching(/^The document has \d+ bytes; at most 262144 \(256 KiB\) are allowed\.$/),
  });
});

test.each([
  ['{"FBUID":"a"}\n{', {}, { line: 2, code: 'invalid-json' }],
  ['{"FBUID":"a"}\n[[]]', {}, { line: 2 }],
  ['{"FBUID":"a"}\n{"FBUID":"x/y"}', {}, { line: 2, path: 'FBUID', code: 'id-with-slash' }],
  ['{"FBUID":"a"}\n{"FBUID":"pull"}', {}, { line: 2, path: 'FBUID', code: 'reserved-id' }],
  ['{"FBUID":"a"}\n{"FBUID":"a","b":1}', { mode: 'insert' }, { line: 2, id: 'a', code: 'duplicate-id' }],
])('[T29] an import of %j is rejected as a whole, with the line', async (body, options, problem) => {
  expect(await importFile(server, 'free', body, options)).toMatchObject({
    state: 'failed',
    problems: [problem],
  });
  expect(await server.store.newestSequence()).toBe(0);
});

test('[T29] an import with an unknown mode is rejected', async () => {
  const json = { spec: { kind: 'import', collection: 'free', upload: 'x', label: 'x', mode: 'replace' } };
  const response = await server.request('/admin/jobs', { as: 'admin', method: 'POST', json });
  expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'spec.mode' });
});

test('[T29] the plan of an import counts its changes and stores nothing', async () => {
  const upload = await uploadFile(server, '{"FBUID":"a"}\n{"FBUID":"b"}');
  const spec = { kind: 'import', collection: 'free', upload, label: 'sample.ndjson' };
  expect(await createJobCalls(server).plan(spec)).toMatchObject({
    counts: { create: 2, replace: 0, unchanged: 0 },
  });
  expect(await server.store.newestSequence()).toBe(0);
});

test('[T27] quotes, keywords and special characters are ordinary content', async () => {
  const texts = [
    `'; DROP TABLE history; --`,
    '" OR 1=1',
    'SELECT',
    '\u0000',
    '‮',
    '😀',
    '%s%n',
    '${x}',
    '\\',
  ];
  for (const [index, text] of texts.entries()) {
    // Not in ids: PostgreSQL has no text with U+0000.
    const name = `${text.replace('\u0000', '')} ${index}`;
    const id = `id ${name}`;
    const content = { text, [`field ${index} '"`]: text };
    const verdict = await pushRow(server, staff, 'free', row(id, `w ${name}`, content));
    expect(verdict.verdict).toBe('accepted');
    const response = await server.request(dataPath(`free?field=text&value=${encodeURIComponent(text)}`), {
      as: staff,
    });
    expect(await response.json()).toMatchObject({ documents: [{ FBUID: id, ...content }] });
    const read = await server.request(dataPath(`free/${encodeURIComponent(id)}`), { as: staff });
    expect(await read.json()).toMatchObject({ FBUID: id, ...content });
  }
  expect(await server.store.newestSequence()).toBe(texts.length);
});

test('[DU4] [T40] a full disk gets 503 with Retry-After, and reads still work', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent()));
  const { writer } = world.database;
  writer.pragma(`max_page_count = ${Number(writer.pragma('page_count', { simple: true }))}`);
  const large = row('two', 'w2', enquiryContent('x'.repeat(19_000)));
  const response = await server.request(PUSH, {
    as: ADA,
    method: 'POST',
    json: { rows: [large] },
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  expect(await errorIn(response)).toMatchObject({
    code: 'unavailable',
    message: expect.not.stringContaining('SQLITE'),
  });
  expect((await pullPage(server, ADA, 'contacts')).documents).toHaveLength(1);
  writer.pragma('max_page_count = 1073741823');
  expect((await pushRow(server, ADA, 'contacts', large)).verdict).toBe('accepted');
});
