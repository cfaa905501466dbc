import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { createApiClient, type Fetch } from '#shared/api/client.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { writeDocument } from '#pwa/data/store/local-writes.ts';
import { createConnectionMonitor } from '#pwa/data/sync/connection.ts';
import { startSyncEngine, type SyncEngine } from '#pwa/data/sync/sync-engine.ts';
import { DATA_ENDPOINT, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';

/** A device of the account `ada` with a complete engine that reaches the server through a proxy. */
export interface SoakDevice {
  readonly database: LocalDatabase;
  readonly engine: SyncEngine;
  write(id: string, field: string, value: string): Promise<void>;
  remove(id: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startSoakDevice(
  server: CoreServer,
  origin: string,
  random: () => number,
): Promise<SoakDevice> {
  const fid = createId();
  const storage = { ...getRxStorageMemory(), collectionStates: new Map() };
  const database = await openDatabase({
    name: `soak${fid.toLowerCase()}`,
    storage,
    isShared: false,
    collections: ['contacts'],
  });
  const headers = async () => ({
    authorization: `Bearer ${server.tokenOf(fid)}`,
    cookie: 'session=ada',
    connection: 'close',
  });
  const client = createApiClient({
    fetch: fetch as unknown as Fetch,
    origin,
    dataEndpoint: DATA_ENDPOINT,
    headers,
  });
  const engine = startSyncEngine({
    database,
    client,
    fetch,
    headers,
    collections: ['contacts'],
    connection: createConnectionMonitor(true),
    clock: systemClock,
    random,
    onFailure: () => undefined,
  });
  const write = { database, clock: systemClock };
  return {
    database,
    engine,
    write: (id, field, value) =>
      writeDocument(write, 'contacts', id, (current) => ({
        ...enquiryContent(),
        ...(current && toContent(current)),
        [field]: value,
      })),
    remove: (id) => writeDocument(write, 'contacts', id, () => 'delete'),
    async stop() {
      await engine.stop();
      await database.close();
    },
  };
}

function toContent(document: ReturnType<typeof enquiryContent>): ReturnType<typeof enquiryContent> {
  const { contactName, contactEmail, contactPhone, contactCompany, contactMessage } = document;
  return { contactName, contactEmail, contactPhone, contactCompany, contactMessage };
}
