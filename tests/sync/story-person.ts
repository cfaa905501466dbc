import { expect } from 'vitest';
import type { Contact } from '#shared/collections/contacts.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import { toWriteState } from '#shared/sync/write-state.ts';
import type { Change } from '#pwa/data/store/local-writes.ts';
import { unparkWrites } from '#pwa/data/sync/parked-writes.ts';
import { tidyOutbox } from '#pwa/data/sync/push-writes.ts';
import { TabDied, type TabStorage } from '../soak/device-storage.ts';
import type { CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import type { TestClock } from '../support/test-clock.ts';
import { OFFLINE, ONLINE, type Network, type TestDevice } from '../support/test-device.ts';
import { holding } from './networks.ts';

export type Field = 'message' | 'phone' | 'company';

const FIELD_NAMES = { message: 'contactMessage', phone: 'contactPhone', company: 'contactCompany' } as const;

/** A device of the story. Each step can be awaited and leaves work that fails for lack of a network for later. */
export interface Person {
  writes(id: string, text: string, field?: Field): Promise<void>;
  deletes(id: string): Promise<void>;
  /** The app tries to push and pull. */
  sends(): Promise<void>;
  /** Resolves when a push has reached the server. @returns a function that delivers the response */
  beginsToSend(): Promise<() => Promise<void>>;
  fetches(): Promise<void>;
  syncs(): Promise<void>;
  /** Sets the network's behaviour for all later requests. */
  has(network: Network): void;
  goesOffline(): void;
  comesOnline(): void;
  /** News of other tabs' writes is late. @returns a function that delivers what has come by then */
  missesNews(): () => void;
  /** The app crashes after `writes` more disk writes; a restart brings it back. */
  diesAfter(writes: number): void;
  /** The app is closed and opened again: memory is lost, the local store stays. */
  restarts(): Promise<void>;
  /** Another tab of the same browser, on the same store. */
  opensTab(): Promise<Person>;
  /** The server moves this device's documents to an account. */
  isClaimedBy(account: string): Promise<void>;
  resends(id: string, text: string): Promise<void>;
  discards(id: string): Promise<void>;
  retriesParked(): Promise<void>;
  sees(expected: Readonly<Record<string, string>>): Promise<void>;
  seesField(id: string, field: Field, text: string): Promise<void>;
  seesState(id: string, state: 'pending' | 'acknowledged' | 'rejected' | 'missing'): Promise<void>;
  hasWaiting(...ids: readonly string[]): Promise<void>;
  hasRejectedChanges(...expected: readonly (readonly [id: string, kind: string])[]): Promise<void>;
  /** Expects one rejected change of the document, with this reason and at least this content. */
  hasRejectedChangeOf(id: string, code: DocumentErrorCode, content: object): Promise<void>;
  readonly device: TestDevice;
}

export interface PersonWorld {
  readonly first: TestDevice;
  readonly server: CoreServer;
  readonly clock: TestClock;
  readonly disk: TabStorage;
  readonly open: () => Promise<TestDevice>;
  readonly close: (device: TestDevice) => unknown;
  readonly openTab: () => Promise<Person>;
}

export function createPerson({ first, server, clock, disk, open, close, openTab }: PersonWorld): Person {
  let device = first;
  const rejectedChangesOf = async () =>
    (await device.database.rejectedChanges.find().exec()).map((rejectedChange) => rejectedChange.toJSON());
  const step = async (doing: Promise<void>) => {
    clock.advance(1000);
    await doing.catch(() => undefined);
  };

  const write = async (id: string, change: Change<'contacts'>) => {
    clock.advance(1000);
    try {
      await device.write('contacts', id, change);
    } catch (error) {
      if (!(error instanceof TabDied)) throw error;
    }
  };

  const person: Person = {
    get device() {
      return device;
    },
    writes: (id, text, field = 'message') =>
      write(id, (current) => ({
        ...enquiryContent(),
        ...(current ? pickContent(current) : {}),
        [FIELD_NAMES[field]]: text,
      })),
    deletes: (id) => write(id, () => 'delete'),
    sends: () => step(device.push()),
    async beginsToSend() {
      const { network, release, hasArrived } = holding();
      device.network = network;
      const push = person.sends();
      await hasArrived;
      return async () => {
        release();
        await push;
      };
    },
    fetches: () => step(device.pull('contacts')),
    async syncs() {
      await person.sends();
      await person.fetches();
    },
    has: (network) => void (device.network = network),
    goesOffline: () => void (device.network = OFFLINE),
    comesOnline: () => void (device.network = ONLINE),
    missesNews: () => disk.missNews(),
    diesAfter: (writes) => disk.dieAfter(writes),
    async restarts() {
      const { network } = device;
      disk.dieAfter(undefined);
      await close(device);
      device = await open();
      device.network = network;
      await tidyOutbox(device.database, clock.now());
      await unparkWrites(device.database);
    },
    opensTab: openTab,
    async isClaimedBy(account) {
      const as = { device: device.fid, session: account };
      expect((await server.request('/claim', { method: 'POST', as })).status).toBe(200);
    },
    async resends(id, text) {
      const [rejectedChange] = (await rejectedChangesOf()).filter(({ documentId }) => documentId === id);
      await device.write('contacts', id, () => ({ ...enquiryContent(text) }));
      await (await device.database.rejectedChanges.findOne(rejectedChange?.id ?? '').exec())?.remove();
    },
    async discards(id) {
      const found = await device.database.rejectedChanges.find({ selector: { documentId: id } }).exec();
      await Promise.all(found.map((rejectedChange) => rejectedChange.remove()));
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
      const hasRejectedChange = (await rejectedChangesOf()).some(({ documentId }) => documentId === id);
      expect(
        document ? toWriteState(document, hasRejectedChange) : hasRejectedChange ? 'rejected' : 'missing',
      ).toBe(state);
    },
    async hasWaiting(...ids) {
      const records = await device.database.outbox.find().exec();
      expect(records.map(({ documentId }) => documentId).toSorted()).toEqual(ids.toSorted());
    },
    async hasRejectedChanges(...expected) {
      const kinds = (await rejectedChangesOf()).map(({ documentId, kind }) => [documentId, kind]);
      expect(kinds.toSorted()).toEqual(expected.toSorted());
    },
    async hasRejectedChangeOf(id, code, content) {
      const found = (await rejectedChangesOf()).filter(({ documentId }) => documentId === id);
      expect(found).toMatchObject([{ code, content }]);
    },
  };
  return person;
}

function pickContent(document: ReturnType<typeof enquiryContent>): ReturnType<typeof enquiryContent> {
  const { contactName, contactEmail, contactPhone, contactCompany, contactMessage } = document;
  return { contactName, contactEmail, contactPhone, contactCompany, contactMessage };
}
