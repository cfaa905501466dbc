import { removeRxDatabase } from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTES } from '#shared/api/routes.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import {
  followSessionEnd,
  followSignIn,
  followSignOut,
  prepareSignIn,
  prepareSignOut,
  type IdentityEffects,
} from '#pwa/data/session/change-identity.ts';
import { toIdentity, type Identity } from '#pwa/data/session/identity.ts';
import { countWaiting, forgetRemoval, removeStore } from '#pwa/data/store/store-removal.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import { createTestDevice, OFFLINE, ONLINE, type Network, type TestDevice } from '../support/test-device.ts';

const COLLECTIONS = ['contacts', 'checkouts'] as const;

let server: CoreServer;
let steps: string[];
let network: Network;
let page: { identity: Identity; device: TestDevice };
let world: IdentityEffects;

/** Files of the account that wait. */
let files: number;
let forms: readonly UnsentInput[];
/** How much is noted to wait for each account. */
let left: Map<string, number>;

/** One browser: an installation with a store per identity, one of them open. */
beforeEach(async () => {
  server = createCoreServer();
  for (const name of ['ada', 'bob']) {
    server.sessions.set(name, { accountId: name, email: `${name}@example.com`, isStaff: false });
  }
  [steps, network, files, forms, left] = [[], ONLINE, 0, [], new Map()];
  const [fid, storage, suffix] = [createId(), getRxStorageMemory(), createId().toLowerCase()];
  const nameOf = ({ databaseName }: Identity) => `${databaseName}-${suffix}`;
  const open = async (identity: Identity) => {
    const session = identity.accountId === undefined ? {} : { session: identity.accountId };
    const options = {
      collections: [...COLLECTIONS, 'ukraines'] as const,
      fid,
      storage,
      name: nameOf(identity),
      ...session,
    };
    const device = await createTestDevice(server, options);
    device.network = (call, request) => network(call, request);
    page = { identity, device };
  };
  await open(toIdentity(undefined));
  world = {
    current: () => page.identity,
    countWaiting: async () => ({
      ...(await countWaiting(page.device.database, { hasAccessCode: false })),
      files,
      forms,
    }),
    push: () => page.device.push(),
    async claim() {
      steps.push('claim');
      const as = { device: fid, session: 'ada' };
      expect((await server.request(ROUTES.claim.path, { method: 'POST', as })).status).toBe(200);
    },
    async open(identity, claim) {
      await claim?.();
      steps.push(`open ${identity.accountId ?? 'device'}`);
      const isSent = await world.countWaiting().then(
        ({ unsent, parked, rejectedChanges }) => unsent + parked + rejectedChanges === 0,
        () => false,
      );
      await page.device.close();
      await open(identity);
      return isSent;
    },
    async remove(identity) {
      steps.push(`remove ${identity.accountId ?? 'device'}`);
      await removeRxDatabase(nameOf(identity), storage, false);
    },
    wasDeleted: async () => false,
    noteLeft: ({ accountId }, count) => void left.set(accountId ?? '', count),
    emptyMirror: () => void steps.push('empty mirror'),
  };
});

afterEach(() => page.device.close());

const write = (id: string) => page.device.write('contacts', id, () => enquiryContent());
const ids = async () => (await page.device.database.contacts.find().exec()).map(({ FBUID }) => FBUID);

async function signIn(accountId = 'ada'): Promise<void> {
  await prepareSignIn(world);
  await followSignIn(world, accountId);
  for (const collection of COLLECTIONS) await page.device.pull(collection);
}

async function signOut(choice?: 'send' | 'keep' | 'discard'): Promise<void> {
  await prepareSignOut(world, choice);
  await followSignOut(world, choice);
}

test('[CL6] [F43] every identity has its own store, whose name doesn’t reveal the identity', () => {
  expect(toIdentity(undefined).databaseName).toBe('nankeen');
  const names = ['ada', 'bob', 'ada '].map((id) => toIdentity(id).databaseName);
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^nankeen-[a-z0-9]{5,14}$/);
});

test('[CL6] [AC4] at sign-in pending writes are pushed, claimed, and shown from the account’s store', async () => {
  await write('enquiry1');
  await signIn();
  expect(steps).toEqual(['claim', 'open ada']);
  expect(await server.store.read({ collection: 'contacts', id: 'enquiry1' })).toMatchObject({
    owner: 'account:ada',
  });
  expect(await ids()).toEqual(['enquiry1']);
});

test('[AC4] the device’s cart is merged into the account’s', async () => {
  await page.device.write('checkouts', page.device.fid, () => ({ checkoutItems: [] }));
  await signIn();
  expect(page.identity).toMatchObject({ accountId: 'ada' });
});

test('[CL6] while pending writes can’t be pushed, sign-in waits and reports it', async () => {
  await write('enquiry1');
  network = OFFLINE;
  await expect(signIn()).rejects.toThrow('1 change has to be sent before you sign in');
  expect(steps).toEqual([]);
  network = ONLINE;
  await signIn();
  expect(page.identity).toMatchObject({ accountId: 'ada' });
});

test('[CL6] [R-LCK-02] an order that waits for the access code names it as what sign-in needs', async () => {
  const { selectedComponents, role, engineeringNeeds, missionType, templateImage } =
    STORED_DOCUMENTS.ukraines;
  const order = { selectedComponents, role, engineeringNeeds, missionType, templateImage };
  await page.device.write('ukraines', 'order', () => order);
  const locked = { ...world, push: async () => undefined };
  await expect(prepareSignIn(locked)).rejects.toThrow(
    'An order on this device waits for the access code. Enter it, then sign in.',
  );
  await page.device.write('ukraines', 'another', () => order);
  await expect(prepareSignIn(locked)).rejects.toThrow('2 orders on this device wait for the access code.');
  await write('enquiry1');
  await expect(prepareSignIn(locked)).rejects.toThrow('3 changes have to be sent before you sign in');
});

test('[CL6] a write the server keeps failing on doesn’t prevent sign-in', async () => {
  await write('enquiry1');
  const record = await page.device.database.outbox.findOne().exec();
  await record?.incrementalPatch({ isParked: true });
  await signIn();
  expect(page.identity).toMatchObject({ accountId: 'ada' });
});

test('[AU7] the store of an account whose session ended elsewhere is removed', async () => {
  await signIn();
  steps.length = 0;
  await followSessionEnd(world);
  expect(steps).toEqual(['empty mirror', 'open device', 'remove ada']);
  await followSessionEnd(world);
  expect(steps).toHaveLength(3);
});

test('[AU7] [CL5] what waits when a session ends elsewhere stays for the account’s next sign-in', async () => {
  await signIn();
  await write('enquiry1');
  await followSessionEnd(world);
  expect(page.identity.accountId).toBeUndefined();
  expect(await ids()).toEqual([]);
  expect(steps).not.toContain('remove ada');
  await signIn();
  expect(await ids()).toEqual(['enquiry1']);
  await page.device.push();
  expect(await server.store.read({ collection: 'contacts', id: 'enquiry1' })).toMatchObject({
    owner: 'account:ada',
  });
});

/** A person who goes on writing until the store is closed. */
function writesLate(id: string): IdentityEffects {
  return {
    ...world,
    async open(identity, claim) {
      await write(id);
      return world.open(identity, claim);
    },
  };
}

test('[AU7] [CL5] what is written while a session’s end is followed stays for the account’s next sign-in', async () => {
  await signIn();
  await followSessionEnd(writesLate('late'));
  expect(steps).not.toContain('remove ada');
  await signIn();
  expect(await ids()).toEqual(['late']);
});

test.each([
  ['stays for the next sign-in without a choice', undefined, true],
  ['stays for the next sign-in after “Send now”', 'send', true],
  ['stays for the next sign-in after “Keep”', 'keep', true],
  ['goes after “Discard”', 'discard', false],
] as const)(
  '[CL5] what is written while a person is being signed out %s',
  async (_outcome, choice, stays) => {
    await signIn();
    const late = writesLate('late');
    await prepareSignOut(late, choice);
    await followSignOut(late, choice);
    expect(steps.includes('remove ada')).toBe(!stays);
    await signIn();
    expect(await ids()).toEqual(stays ? ['late'] : []);
  },
);

test('[PR2] what waits for an account that was deleted goes with its store', async () => {
  await signIn();
  await write('enquiry1');
  steps.length = 0;
  await followSessionEnd({ ...world, wasDeleted: async (accountId) => accountId === 'ada' });
  expect(steps).toEqual(['empty mirror', 'open device', 'remove ada']);
  expect(await ids()).toEqual([]);
});

test('[AU7] files that wait keep the store, and so does a store that can’t be read', async () => {
  await signIn();
  files = 1;
  await followSessionEnd(world);
  files = 0;
  await signIn();
  const unreadable = { ...world, countWaiting: () => Promise.reject(new Error('The disk is damaged.')) };
  await followSessionEnd(unreadable);
  expect(steps).not.toContain('remove ada');
});

test('[AU7] while a tab counts, another tab may change the identity: then nothing is removed', async () => {
  await signIn();
  steps.length = 0;
  const late = {
    ...world,
    async countWaiting() {
      const count = await world.countWaiting();
      await world.open(toIdentity(undefined));
      return count;
    },
  };
  await followSessionEnd(late);
  expect(steps).toEqual(['open device']);
});

test('[AU7] [CL6] another account’s sign-in leaves only what waits of the account before', async () => {
  await signIn();
  await signIn('bob');
  expect(steps).toEqual(['claim', 'open ada', 'open bob', 'remove ada']);
});

test('[CL5] what waits for an account whose session has ended does not keep anybody from signing in', async () => {
  await signIn();
  await write('mine');
  network = OFFLINE;
  await prepareSignIn(world);
  await followSignIn(world, 'bob');
  expect(await ids()).toEqual([]);
  network = ONLINE;
  await signIn();
  expect(await ids()).toEqual(['mine']);
  await page.device.push();
  expect(await server.store.read({ collection: 'contacts', id: 'mine' })).toBeDefined();
});

test('[CL5] [F42] sign-out with pending writes asks first and reports their number', async () => {
  await signIn();
  await write('enquiry1');
  await expect(signOut()).rejects.toThrow('1 change has not been sent yet');
  expect(page.identity).toMatchObject({ accountId: 'ada' });
});

test('[CL5] choosing send: pending writes are sent and the account’s store is removed', async () => {
  await signIn();
  await write('enquiry1');
  steps = [];
  await signOut('send');
  expect(steps).toEqual(['empty mirror', 'open device', 'remove ada']);
  expect(await server.store.read({ collection: 'contacts', id: 'enquiry1' })).toMatchObject({
    owner: 'account:ada',
  });
  expect(await ids()).toEqual([]);
});

test('[CL5] choosing send without a network: the user stays signed in and nothing is lost', async () => {
  await signIn();
  await write('enquiry1');
  network = OFFLINE;
  await expect(signOut('send')).rejects.toThrow('1 change has not gone through');
  expect(await ids()).toEqual(['enquiry1']);
});

test('[CL5] [F42] choosing keep: they stay until the account’s next sign-in, and no other identity sends or sees them', async () => {
  await signIn();
  await write('enquiry1');
  await signOut('keep');
  expect(await ids()).toEqual([]);
  await page.device.push();
  await signIn('bob');
  expect(await ids()).toEqual([]);
  await page.device.push();
  expect(await server.store.read({ collection: 'contacts', id: 'enquiry1' })).toBeUndefined();
  await signOut();
  await signIn();
  expect(await ids()).toEqual(['enquiry1']);
  await page.device.push();
  expect(await server.store.read({ collection: 'contacts', id: 'enquiry1' })).toMatchObject({
    owner: 'account:ada',
  });
});

test('[CL5] choosing discard: they are gone', async () => {
  await signIn();
  await write('enquiry1');
  await signOut('discard');
  await signIn();
  expect(await ids()).toEqual([]);
});

test('[CL5] rejected changes count as well, because they would be lost with the store', async () => {
  await signIn();
  await page.device.database.rejectedChanges.insert({
    id: 'w',
    collectionName: 'contacts',
    documentId: 'a',
    kind: 'rejected',
    code: 'x',
    message: 'x',
    path: '',
    content: {},
    at: '',
  });
  await expect(signOut('send')).rejects.toThrow('refused');
  await signOut('keep');
  expect(page.identity.accountId).toBeUndefined();
});

test('[CL6] [F43] after sign-out none of the account’s data is readable on the device', async () => {
  await signIn();
  await write('enquiry1');
  await page.device.push();
  await signOut();
  expect(await ids()).toEqual([]);
  network = OFFLINE;
  await page.device.close();
  await followSignIn({ ...world, claim: async () => undefined }, 'ada').catch(() => undefined);
  expect(await ids()).toEqual([]);
});

test('[CL6] a store that a tab still has open is removed at the next start', async () => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  await removeStore('nankeen-a', storage, () => Promise.reject(new Error('blocked')));
  const removed: string[] = [];
  await removeStore('nankeen-b', storage, async (name) => void removed.push(name));
  expect(removed).toEqual(['nankeen-a', 'nankeen-b']);
  await removeStore('nankeen-c', storage, () => Promise.reject(new Error('blocked')));
  forgetRemoval(storage, 'nankeen-c');
  expect([...values.keys()]).toEqual([]);
});

test('[AU7] what waits when a session ends elsewhere is noted, until the account signs in or was deleted', async () => {
  await signIn();
  await followSessionEnd(world);
  expect(left.get('ada') ?? 0).toBe(0);
  await signIn();
  await write('enquiry1');
  files = 1;
  await followSessionEnd(world);
  expect(left.get('ada')).toBe(2);
  await signIn();
  expect(left.get('ada')).toBe(0);
  await followSessionEnd({ ...world, wasDeleted: async () => true });
  expect(left.get('ada')).toBe(0);
});
