import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { expect } from 'vitest';
import type { Contact } from '#shared/collections/contacts.ts';
import { createId } from '#shared/kernel/ids.ts';
import { toWriteState } from '#shared/sync/write-state.ts';
import { unparkWrites } from '#pwa/data/sync/parked-writes.ts';
import { tidyOutbox } from '#pwa/data/sync/push-writes.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice, OFFLINE, ONLINE, type Network, type TestDevice } from '../support/test-device.ts';

export type Field = 'message' | 'phone' | 'company';

const FIELD_NAMES = { message: 'contactMessage', phone: 'contactPhone', company: 'contactCompany' } as const;

/** A device of the story. Each step can be awaited; what a step can't do because of the network it leaves for later. */
export interface Person {
  writes(id: string, text: string, field?: Field): Promise<void>;
  deletes(id: string): Promise<void>;
  /** The app tries to send, and to fetch. */
  sends(): Promise<void>;
  fetches(): Promise<void>;
  syncs(): Promise<void>;
  /** From now on requests fare like this. */
  has(network: Network): void;
  goesOffline(): void;
  comesOnline(): void;
  /** The app is closed and opened again: memory is lost, the local store stays. */
  restarts(): Promise<void>;
  /** Another tab of the same browser, on the same store. */
  opensTab(): Promise<Person>;
  resends(id: string, text: string): Promise<void>;
  discards(id: string): Promise<void>;
  retriesParked(): Promise<void>;
  sees(expected: Readonly<Record<string, string>>): Promise<void>;
  seesField(id: string, field: Field, text: string): Promise<void>;
  seesState(id: string, state: 'pending' | 'acknowledged' | 'rejected'): Promise<void>;
  hasWaiting(...ids: readonly string[]): Promise<void>;
  hasDrafts(...expected: readonly (readonly [id: string, kind: string])[]): Promise<void>;
  readonly device: TestDevice;
}

/** A world of one server and the devices of one account, told step by step. */
export interface Story {
  readonly server: CoreServer;
  readonly clock: TestClock;
  person(account?: string): Promise<Person>;
  /** What the server holds, id → message. */
  serverHas(expected: Readonly<Record<string, string>>): Promise<void>;
  /** Messages of a document's history, oldest first. */
  historyIs(id: string, ...messages: readonly string[]): Promise<void>;
  /** The server deletes, writes, or loses everything by itself. */
  serverWrites(id: string, text: string): Promise<void>;
  serverDeletes(id: string): Promise<void>;
  serverLosesEverything(): void;
  end(): Promise<void>;
}

export function createStory(): Story {
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock);
  for (const name of ['ada', 'bob']) {
    server.sessions.set(name, { accountId: name, email: `${name}@example.com`, isStaff: false });
  }
  server.sessions.set('staff', { accountId: 'staff', email: 'staff@example.com', isStaff: true });
  const devices = new Set<TestDevice>();

  return {
    server,
    clock,
    async person(account = 'ada') {
      const place = {
        fid: createId(),
        storage: getRxStorageMemory(),
        name: `story${createId().toLowerCase()}`,
      };
      const open = async () => {
        const device = await createTestDevice(server, { ...place, session: account, pageSize: 3 });
        devices.add(device);
        return device;
      };
      const first = await open();
      return createPerson({
        first,
        clock,
        open,
        close: (device) => devices.delete(device) && device.close(),
      });
    },
    async serverHas(expected) {
      const stored = await server.store.list({
        collection: 'contacts',
        scope: 'everything',
        afterId: '',
        limit: 1000,
      });
      expect(Object.fromEntries(stored.map(({ id, data }) => [id, data['contactMessage']]))).toEqual(
        expected,
      );
    },
    async historyIs(id, ...messages) {
      const rows = await server.store.history({ collection: 'contacts', id }, undefined, 1000);
      const told = rows.map(({ operation, data }) =>
        operation === 'delete' ? 'deleted' : data['contactMessage'],
      );
      expect(told.toReversed()).toEqual(messages);
    },
    async serverWrites(id, text) {
      const init = { method: 'PATCH', as: 'admin', json: { contactMessage: text } } as const;
      expect((await server.request(`/testing/data/contacts/${id}`, init)).status).toBe(200);
    },
    async serverDeletes(id) {
      await server.request(`/testing/data/contacts/${id}`, { method: 'DELETE', as: 'admin' });
    },
    serverLosesEverything() {
      const { app, store, sessions } = createCoreServer(undefined, clock);
      for (const [name, session] of server.sessions) sessions.set(name, session);
      Object.assign(server, { app, store });
    },
    async end() {
      await Promise.all([...devices].map((device) => device.close()));
    },
  };
}

interface PersonOptions {
  readonly first: TestDevice;
  readonly clock: TestClock;
  readonly open: () => Promise<TestDevice>;
  readonly close: (device: TestDevice) => unknown;
}

function createPerson({ first, clock, open, close }: PersonOptions): Person {
  let device = first;
  const draftsOf = async () => (await device.database.drafts.find().exec()).map((draft) => draft.toJSON());
  const step = async (doing: Promise<void>) => {
    clock.advance(1000);
    await doing.catch(() => undefined);
  };

  const person: Person = {
    get device() {
      return device;
    },
    async writes(id, text, field = 'message') {
      clock.advance(1000);
      await device.write('contacts', id, (current) => ({
        ...enquiryContent(),
        ...(current ? pickContent(current) : {}),
        [FIELD_NAMES[field]]: text,
      }));
    },
    async deletes(id) {
      clock.advance(1000);
      await device.write('contacts', id, () => 'delete');
    },
    sends: () => step(device.push()),
    fetches: () => step(device.pull('contacts')),
    async syncs() {
      await person.sends();
      await person.fetches();
    },
    has: (network) => void (device.network = network),
    goesOffline: () => void (device.network = OFFLINE),
    comesOnline: () => void (device.network = ONLINE),
    async restarts() {
      const { network } = device;
      await close(device);
      device = await open();
      device.network = network;
      await tidyOutbox(device.database, clock.now());
      await unparkWrites(device.database);
    },
    async opensTab() {
      // Two tabs share one store: in one realm that is one database, written to by both.
      return createPerson({ first: device, clock, open, close: () => undefined });
    },
    async resends(id, text) {
      const [draft] = (await draftsOf()).filter(({ documentId }) => documentId === id);
      await device.write('contacts', id, () => ({ ...enquiryContent(text) }));
      await (await device.database.drafts.findOne(draft?.id ?? '').exec())?.remove();
    },
    async discards(id) {
      const found = await device.database.drafts.find({ selector: { documentId: id } }).exec();
      await Promise.all(found.map((draft) => draft.remove()));
    },
    retriesParked: () => unparkWrites(device.database),
    async sees(expected) {
      const documents = await device.database.contacts.find().exec();
      expect(
        Object.fromEntries(documents.map(({ FBUID, contactMessage }) => [FBUID, contactMessage])),
      ).toEqual(expected);
    },
    async seesField(id, field, text) {
      expect(await device.read('contacts', id)).toMatchObject({ [FIELD_NAMES[field]]: text });
    },
    async seesState(id, state) {
      const document = (await device.read('contacts', id)) as unknown as Contact;
      const hasDraft = (await draftsOf()).some(({ documentId }) => documentId === id);
      expect(document ? toWriteState(document, hasDraft) : hasDraft ? 'rejected' : 'missing').toBe(state);
    },
    async hasWaiting(...ids) {
      const records = await device.database.outbox.find().exec();
      expect(records.map(({ documentId }) => documentId).toSorted()).toEqual(ids.toSorted());
    },
    async hasDrafts(...expected) {
      const kinds = (await draftsOf()).map(({ documentId, kind }) => [documentId, kind]);
      expect(kinds.toSorted()).toEqual(expected.toSorted());
    },
  };
  return person;
}

function pickContent(document: ReturnType<typeof enquiryContent>): ReturnType<typeof enquiryContent> {
  const { contactName, contactEmail, contactPhone, contactCompany, contactMessage } = document;
  return { contactName, contactEmail, contactPhone, contactCompany, contactMessage };
}
