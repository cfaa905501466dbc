import { expect } from 'vitest';
import type { CollectionName } from '#shared/collections/catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { createDeviceStorage } from '../soak/device-storage.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice, type TestDevice } from '../support/test-device.ts';
import { createStoryServer, type StoryServer } from './story-server.ts';
import { createPerson, type Person } from './story-person.ts';

/** A world of one server and its devices, driven step by step. */
export interface Story {
  readonly server: StoryServer;
  readonly clock: TestClock;
  /** A device of an account: `ada` by default, `bob`, or `staff`. */
  person(account?: string, options?: PersonOptions): Promise<Person>;
  /** A device without a signed-in user. */
  visitor(): Promise<Person>;
  /** The server's documents, id → message. */
  serverHas(expected: Readonly<Record<string, string>>): Promise<void>;
  /** Messages of a document's history, oldest first. */
  historyIs(id: string, ...messages: readonly string[]): Promise<void>;
  /** Writes or deletes on the server. */
  serverWrites(id: string, text: string): Promise<void>;
  serverDeletes(id: string): Promise<void>;
  end(): Promise<void>;
}

export interface PersonOptions {
  /** Only enquiries by default. */
  readonly collections?: readonly CollectionName[];
}

export function createStory(): Story {
  const clock = createTestClock();
  const server = createStoryServer(clock);
  for (const name of ['ada', 'bob']) {
    server.sessions.set(name, { accountId: name, email: `${name}@example.com`, isStaff: false });
  }
  server.sessions.set('staff', { accountId: 'staff', email: 'staff@example.com', isStaff: true });
  const devices = new Set<TestDevice>();

  /** Starts with a device's first tab; all its tabs share a disk. */
  function createDevice(options: PersonOptions & { readonly session?: string }): Promise<Person> {
    const disk = createDeviceStorage();
    const place = { fid: createId(), name: `story${createId().toLowerCase()}`, pageSize: 3, ...options };
    let tabs = 0;
    const openTab = async (): Promise<Person> => {
      const view = disk.openFor(tabs++);
      const open = async () => {
        const device = await createTestDevice(server, { ...place, storage: view.storage as never });
        devices.add(device);
        return device;
      };
      const close = (device: TestDevice) => devices.delete(device) && device.close();
      return createPerson({ first: await open(), server, clock, disk: view, open, close, openTab });
    };
    return openTab();
  }

  return {
    server,
    clock,
    person: (account = 'ada', options = {}) => createDevice({ session: account, ...options }),
    visitor: () => createDevice({}),
    async serverHas(expected) {
      const query = { collection: 'contacts', scope: 'everything', afterId: '', limit: 1000 } as const;
      const stored = await server.store.list(query);
      const messages = stored.map(({ id, json }) => {
        const { contactMessage } = JSON.parse(json) as { readonly contactMessage?: unknown };
        return [id, contactMessage];
      });
      expect(Object.fromEntries(messages)).toEqual(expected);
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
    async end() {
      await Promise.all([...devices].map((device) => device.close()));
    },
  };
}
