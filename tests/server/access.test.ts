import { beforeEach, expect, test } from 'vitest';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { fillCollection } from '../support/job-calls.ts';
import { dataPath, historyOf, pullPage, pushRow, row, signIn } from '../support/core-calls.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { enquiryContent, productContent } from '../support/samples.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };
const SECRET = 'the-secret-text';
const ID = 'the-secret-id';

const CONTENT: Readonly<Record<string, object>> = {
  contacts: enquiryContent(SECRET),
  checkouts: { checkoutItems: [{ FBUID: 'recon', ...productContent(SECRET), productCount: 1 }] },
  profiles: {
    profileNameGiven: SECRET,
    profileNameFamily: '',
    profileNameOther: '',
    profileImage: '',
    profileEmail: '',
    profileMobile: '',
    profileAddress: null,
    profileDateOfBirth: null,
    profileClinicName: '',
    profileDiscipline: [],
    profileTypeTherapist: false,
    profileTypeClient: true,
  },
  ukraines: {
    templateImage: SECRET,
    selectedComponents: [{ name: 'Motor', quantity: 1, price: 2.86 }],
    role: 'Civilian',
    engineeringNeeds: '',
    missionType: '',
  },
  orders: { ...toContent(STORED_DOCUMENTS.orders), orderName: SECRET },
  free: { text: SECRET },
};

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

/** Reads one collection through every route. @returns all responses as one text */
async function readEverywhere(as: Caller, collection: string): Promise<string> {
  const get = async (path: string) => (await server.request(path, { as })).text();
  const push = async (one: unknown) => JSON.stringify(await pushRow(server, as, collection, one));
  const responses = [
    await get(dataPath(`${collection}/pull`)),
    await get(dataPath(`${collection}/pull?limit=1000&after=`)),
    await get(dataPath(collection)),
    await get(dataPath(`${collection}?orderBy=FBUID&direction=desc`)),
    await get(dataPath(`${collection}?field=FBUID&value=${ID}`)),
    await get(dataPath(`${collection}/${ID}`)),
    await get(dataPath(`${collection}/${ID}/history`)),
    await get(`/admin/export/${collection}`),
    await get('/admin/collections'),
    await get(dataPath('changes')),
    await push({ newDocumentState: { FBUID: ID, writeId: 'probe1' } }),
    await push({
      assumedMasterState: { writeId: 'wrong' },
      newDocumentState: { FBUID: ID, writeId: 'probe2' },
    }),
    await push({ newDocumentState: { FBUID: ID, writeId: `write-${collection}` } }),
    // A verdict repeats the id that the reader sent.
  ].map((text) => text.replaceAll(`"id":"${ID}","writeId":"`, '"own":"'));
  return responses.join('\n');
}

/** Stores a document of Ada's in the collection, regardless of her rights. */
async function plant(collection: string): Promise<void> {
  const data = { ...CONTENT[collection], FBUID: ID, createdAt: '2026-03-02T09:00:00.000Z' };
  const isOwners = collection !== 'free';
  await server.store.commit({ documents: [], writeIds: [] }, (view) => {
    const common = { collection, id: ID, sequence: view.sequence + 1, writeId: `write-${collection}`, data };
    const at = '2026-03-02T09:00:00.000Z';
    const audience = isOwners ? ('device:ada' as const) : ('staff' as const);
    const owner = isOwners ? ('device:ada' as const) : undefined;
    const entry = {
      ...common,
      at,
      madeAt: undefined,
      operation: 'create' as const,
      updatedBy: 'x',
      device: 'ada',
    };
    const state = { ...common, deleted: false, owner, audience, updatedAt: at, updatedBy: 'x' };
    return {
      history: [entry],
      documents: [state],
      verdicts: [],
      rejections: [],
      evictions: [],
      result: undefined,
    };
  });
}

const OWNED = ['contacts', 'checkouts', 'profiles', 'ukraines', 'orders', 'free'];

test.each(OWNED)('[AC1] [AC2] [T03] no route reveals a foreign document of %s', async (collection) => {
  await plant(collection);
  const account = { device: 'ben', ...signIn(server, 'ben') };
  for (const reader of [BEN, account, {}]) {
    const everything = await readEverywhere(reader, collection);
    expect(everything).not.toContain(SECRET);
    expect(everything).not.toContain(ID);
  }
  // Control: an admin finds the document on these routes.
  const seen = await readEverywhere('admin', collection);
  expect(seen.split(SECRET).length).toBeGreaterThan(8);
});

test('[AC1] staff read everyone’s enquiries, orders and purchase orders, but no carts or profiles of others', async () => {
  const staff = signIn(server, 'sam', true);
  for (const collection of OWNED) await plant(collection);
  const seen = [];
  for (const collection of COLLECTION_NAMES) {
    const { documents } = await pullPage(server, staff, collection);
    if (documents.length > 0) seen.push(collection);
  }
  expect(seen.toSorted()).toEqual(['contacts', 'orders', 'ukraines']);
  expect((await pullPage(server, staff, 'free')).documents).toHaveLength(1);
});

test('[AC1] without the access code even the owning device cannot read or write purchase orders', async () => {
  await plant('ukraines');
  expect((await pullPage(server, ADA, 'ukraines')).documents).toEqual([]);
  const verdict = await pushRow(server, ADA, 'ukraines', row('new', 'w1', CONTENT['ukraines'] ?? {}));
  expect(verdict).toMatchObject({ verdict: 'rejected', code: 'permission-denied' });
});

test('[AC1] a rejection suggests signing in as staff only where that helps', async () => {
  const refusalIn = async (collection: string) =>
    (await pushRow(server, ADA, collection, row('new', `w-${collection}`, CONTENT[collection] ?? {})))
      .message;
  expect(await refusalIn('ukraines')).toBe('This account or device may not save this purchase order.');
  expect(await refusalIn('templates')).toMatch(/^Signing in as staff may be needed/);
});

test('[AC1] the owner is set at creation and survives other writers’ edits', async () => {
  const staff = signIn(server, 'sam', true);
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')));
  const path = dataPath('contacts/one');
  await server.request(path, { as: staff, method: 'PATCH', json: { contactMessage: '2' } });
  await fillCollection(server, 'contacts', [{ FBUID: 'one', ...enquiryContent('3') }]);
  expect(await server.store.read({ collection: 'contacts', id: 'one' })).toMatchObject({
    owner: 'device:ada',
    audience: 'device:ada',
  });
  expect((await pullPage(server, ADA, 'contacts')).documents).toMatchObject([{ contactMessage: '3' }]);
});

test('[AC2] staff see which staff member changed a document, and shoppers do not', async () => {
  const staff = { device: 'desk', ...signIn(server, 'sam', true) };
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')));
  const path = dataPath('contacts/one');
  await server.request(path, { as: staff, method: 'PATCH', json: { contactMessage: '2' } });
  const verdict = await pushRow(
    server,
    ADA,
    'contacts',
    row('one', 'w2', enquiryContent('mine'), { base: 'w1' }),
  );
  const product = { FBUID: 'recon', ...productContent() };
  await server.request(dataPath('products'), { as: staff, method: 'POST', json: product });
  const history = await historyOf(server, ADA, 'contacts/one');
  const shown = [
    await pullPage(server, ADA, 'contacts'),
    await pullPage(server, ADA, 'products'),
    await (await server.request(path, { as: ADA })).json(),
    await (await server.request(dataPath('contacts'), { as: ADA })).json(),
    verdict,
    history,
  ];
  expect(verdict.master?.sync?.updatedBy).toBe('');
  expect(JSON.stringify(shown)).not.toContain('sam@example.com');
  expect(JSON.stringify(shown)).not.toContain('desk');
  expect(history.map(({ updatedBy, device }) => [updatedBy, device])).toEqual([
    ['', null],
    ['no user found', 'ada'],
  ]);
  const forStaff = await historyOf(server, staff, 'contacts/one');
  expect(forStaff[0]).toMatchObject({ updatedBy: 'sam@example.com', device: 'desk' });
});
