import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { CollectionName } from '#shared/collections/catalogue.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { createApiClient, type ApiClient } from '#shared/api/client.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { writeDocument, type Change } from '#pwa/data/store/local-writes.ts';
import { pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { pushWrites } from '#pwa/data/sync/push-writes.ts';
import { DATA_ENDPOINT, type CoreServer } from './core-server.ts';

/** Passes a device's requests on to the server, or fails them. */
export type Network = (call: () => Promise<Response>, request: SentRequest) => Promise<Response>;

export interface SentRequest {
  /** Below the API prefix, with its query. */
  readonly path: string;
  readonly body: string;
}

export const ONLINE: Network = (call) => call();
export const OFFLINE: Network = () => Promise.reject(new TypeError('Failed to fetch'));
/** The server handles the request, but the response is lost. */
export const RESPONSE_LOST: Network = async (call) => {
  await call();
  throw new TypeError('Failed to fetch');
};

/** A device with its own local store that syncs only on demand. */
export interface TestDevice {
  readonly fid: string;
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  network: Network;
  write<Name extends CollectionName>(collection: Name, id: string, change: Change<Name>): Promise<void>;
  push(): Promise<void>;
  pull(collection: CollectionName): Promise<void>;
  /** Pushes, then pulls the collection. */
  sync(collection: CollectionName): Promise<void>;
  read(collection: CollectionName, id: string): Promise<Record<string, unknown> | undefined>;
  close(): Promise<void>;
}

export async function createTestDevice(
  server: CoreServer,
  options: {
    readonly session?: string;
    /** Its installation; a new one by default. */
    readonly fid?: string;
    /** Name of its local store; an existing one keeps its data. */
    readonly name?: string;
    readonly storage?: ReturnType<typeof getRxStorageMemory>;
    readonly clock?: Clock;
    readonly pageSize?: number;
    readonly collections?: readonly CollectionName[];
  } = {},
): Promise<TestDevice> {
  const fid = options.fid ?? createId();
  const clock = options.clock ?? server.clock;
  const pageSize = options.pageSize ?? 200;
  const pace = { size: pageSize, most: pageSize };
  const { collections = ['contacts'] } = options;
  const name = options.name ?? `test${fid.toLowerCase()}`;
  const database = await openDatabase({
    name,
    storage: options.storage ?? getRxStorageMemory(),
    isShared: false,
    collections,
  });
  const cookie = options.session === undefined ? {} : { cookie: `session=${options.session}` };
  const client = createApiClient({
    fetch: (url, init) => {
      const request = { path: url.replace('http://localhost/api/v1', ''), body: String(init?.body ?? '') };
      return device.network(async () => server.app.request(url, init as RequestInit), request);
    },
    origin: 'http://localhost',
    dataEndpoint: DATA_ENDPOINT,
    headers: () => ({ authorization: `Bearer ${server.tokenOf(fid)}`, ...cookie }),
  });
  const pull = (collection: string) => pullCollection({ database, client, pace, clock }, collection);
  const device: TestDevice = {
    fid,
    database,
    client,
    network: ONLINE,
    write: (collection, id, change) => writeDocument({ database, clock }, collection, id, change),
    push: () => pushWrites({ database, client, clock, onPushed: () => undefined }),
    pull,
    async sync(collection) {
      await device.push();
      await pull(collection);
    },
    async read(collection, id) {
      const found = await database[collection].findOne(id).exec();
      return found?.toJSON();
    },
    close: async () => void (await database.close()),
  };
  return device;
}
