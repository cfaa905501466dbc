import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let server: CoreServer;
let staff: Caller;
beforeEach(async () => {
  server = createCoreServer();
  staff = signIn(server, 'sam', true);
  await pushRow(server, ADA, 'contacts', row('foreign', 'w1', enquiryContent('secret')));
  await server.request(dataPath('free/foreign'), { as: 'admin', method: 'PUT', json: { text: 'secret' } });
});

const call = (path: string, method = 'GET', json?: unknown) =>
  server.request(dataPath(path), { as: BEN, method, ...(json === undefined ? {} : { json }) });

/** Status, headers and body, without the request id. */
async function bytesOf(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return JSON.stringify([response.status, headers, await response.text()]);
}

test.each([
  ['reading', 'GET', '', undefined],
  ['reading the history of', 'GET', '/history', undefined],
  ['merging into', 'PATCH', '', { contactMessage: 'x' }],
  ['deleting', 'DELETE', '', undefined],
])(
  '[AC5] [T03] %s a foreign document gives the same response as a missing one, byte for byte',
  async (_what, method, rest, json) => {
    for (const collection of ['contacts', 'free']) {
      const foreign = await call(`${collection}/foreign${rest}`, method, json);
      const missing = await call(`${collection}/missing${rest}`, method, json);
      expect(foreign.status).toBe(404);
      expect(await bytesOf(foreign)).toBe(await bytesOf(missing));
    }
  },
);

test('[AC5] lists and filters do not reveal a foreign document', async () => {
  for (const query of ['', '?field=FBUID&value=foreign', '?field=contactMessage&value=secret']) {
    const response = await call(`contacts${query}`);
    expect(await response.json()).toEqual({ documents: [] });
  }
});

test('[AC5] a write on a foreign document is rejected without revealing its content', async () => {
  const pushed = await pushRow(
    server,
    BEN,
    'contacts',
    row('foreign', 'w2', enquiryContent('mine'), { base: 'w1' }),
  );
  expect(pushed).toEqual({
    id: 'foreign',
    writeId: 'w2',
    verdict: 'rejected',
    code: 'permission-denied',
    message: expect.stringMatching(/enquiry/),
  });
  const put = await call('contacts/foreign', 'PUT', enquiryContent('mine'));
  expect(put.status).toBe(403);
  expect(await errorIn(put)).toMatchObject({ code: 'permission-denied' });
  expect(await server.store.newestSequence()).toBe(2);
});

test('[AC5] a caller without create rights cannot find out which ids are taken', async () => {
  for (const [method, id] of [
    ['PUT', '/%'],
    ['POST', ''],
  ] as const) {
    const responses = [];
    for (const name of ['foreign', 'missing']) {
      const response = await call(`free${id.replace('%', name)}`, method, { FBUID: name, text: 'x' });
      responses.push(await bytesOf(response));
    }
    expect(responses[0]).toBe(responses[1]);
  }
  const verdicts = [];
  for (const name of ['foreign', 'missing']) {
    const {
      id: _id,
      writeId: _writeId,
      ...verdict
    } = await pushRow(server, BEN, 'free', row(name, `p-${name}`, {}));
    verdicts.push(verdict);
  }
  expect(verdicts[0]).toEqual(verdicts[1]);
});

test('[AC5] a deleted document reads as missing, also for its owner', async () => {
  await server.request(dataPath('contacts/foreign'), { as: ADA, method: 'DELETE' });
  const deleted = await server.request(dataPath('contacts/foreign'), { as: ADA });
  const missing = await server.request(dataPath('contacts/missing'), { as: ADA });
  expect(await bytesOf(deleted)).toBe(await bytesOf(missing));
});

test('[R-ROL-01] an anonymous device reads products, keeps a cart and sends enquiries, but cannot change products', async () => {
  await server.request(dataPath('products/recon'), { as: staff, method: 'PUT', json: productContent() });
  expect((await pullPage(server, BEN, 'products')).documents).toHaveLength(1);
  const item = { FBUID: 'recon', ...productContent(), productCount: 10 };
  const cart = await pushRow(server, BEN, 'checkouts', row('ben', 'w2', { checkoutItems: [item] }));
  const enquiry = await pushRow(server, BEN, 'contacts', row('mine', 'w3', enquiryContent()));
  expect([cart.verdict, enquiry.verdict]).toEqual(['accepted', 'accepted']);
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const response = await call('products/recon', method, productContent());
    expect(response.status).toBe(403);
  }
});

test('[R-ROL-03] every staff account may write products, templates and free collections', async () => {
  for (const name of ['kim', 'lee']) {
    const as = signIn(server, name, true);
    for (const [collection, content] of [
      ['products', productContent(name)],
      ['templates', { templateName: name, templateImage: '' }],
      ['free', { name }],
    ] as const) {
      const response = await server.request(dataPath(`${collection}/one`), {
        as,
        method: 'PUT',
        json: content,
      });
      expect(response.status).toBe(200);
    }
  }
});

test('[AC1] only staff and admins may export and import', async () => {
  for (const as of [{}, BEN, { ...BEN, ...signIn(server, 'ann') }]) {
    for (const [method, path] of [
      ['GET', '/admin/export/contacts'],
      ['GET', '/admin/collections'],
      ['POST', '/admin/uploads'],
      ['POST', '/admin/jobs'],
    ] as const) {
      const response = await server.request(path, {
        as,
        method,
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect(response.status).toBe(401);
      expect((await errorIn(response)).code).toBe('unauthenticated');
    }
  }
  expect((await server.request('/admin/export/contacts', { as: staff })).status).toBe(200);
});
