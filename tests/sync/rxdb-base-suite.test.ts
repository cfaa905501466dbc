import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addRxPlugin, type RxCollection } from 'rxdb/plugins/core';
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { runReplicationBaseTestSuite, setConfig } from 'rxdb/plugins/test-utils';
import { RxDBUpdatePlugin } from 'rxdb/plugins/update';
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createApiClient, type ApiClient } from '#shared/api/client.ts';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { changeDocument, listTexts } from '#server/core/document-calls.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { stampNow } from '#server/core/stamp.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { ADMIN_TOKEN, createCoreServer, DATA_ENDPOINT } from '../support/core-server.ts';
import { createSuiteStore, isOnPostgres } from '../support/suite-store.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { replicateWithRxdb, type StockReplication } from './rxdb-handlers.ts';

// The suite expects these as globals.
Object.assign(globalThis, { describe, it });

disableWarnings();
addRxPlugin(RxDBDevModePlugin);
addRxPlugin(RxDBLocalDocumentsPlugin);
addRxPlugin(RxDBUpdatePlugin);
setConfig({
  storage: {
    name: 'memory',
    getStorage: () => wrappedValidateAjvStorage({ storage: getRxStorageMemory() }),
    getPerformanceStorage: () => ({ description: 'memory', storage: getRxStorageMemory() }),
    hasPersistence: false,
    hasMultiInstance: false,
    hasAttachments: false,
    hasReplication: true,
  },
});

const ADMIN = { ...ANONYMOUS, isAdmin: true, isStaff: true };
const ID_FIELD = 'passportId';

let folder: string;
let store: DocumentStore;
let http: HttpServer;
let client: ApiClient;
const running = new Set<StockReplication>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-base-suite-'));
  store = isOnPostgres ? createSuiteStore() : createSqliteStore(openDatabase(join(folder, 'data.sqlite')));
  store.onCommit(() => running.forEach((replication) => replication.poke()));
  http = await listenOnLoopback(createCoreServer(store));
  const headers = () => ({ authorization: `Bearer ${ADMIN_TOKEN}` });
  client = createApiClient({ fetch, origin: http.origin, dataEndpoint: DATA_ENDPOINT, headers } as never);
});

afterAll(async () => {
  await Promise.all([...running].map(({ state }) => state.cancel()));
  await http.stop();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function listServerDocuments(): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for await (const page of listTexts(store, 'human', ADMIN)) {
    found.push(...page.map(({ json }) => JSON.parse(json) as Record<string, unknown>));
  }
  return found;
}

const engine = isOnPostgres ? 'PostgreSQL' : 'SQLite';
describe(`[SQ1] [PL1] RxDB’s own suite for replications passes over HTTP against the store on ${engine}:`, () => {
  runReplicationBaseTestSuite({
    startReplication(collection: RxCollection) {
      const replication = replicateWithRxdb(collection, client, { isLive: true, idField: ID_FIELD });
      running.add(replication);
      collection.onClose.push(() => running.delete(replication));
      return replication.state;
    },
    async syncOnce(collection: RxCollection) {
      const { state } = replicateWithRxdb(collection, client, { isLive: false, idField: ID_FIELD });
      await state.awaitInitialReplication();
      await state.awaitInSync();
      await state.cancel();
    },
    getAllServerDocs: listServerDocuments,
    async cleanUpServer() {
      for (const document of await listServerDocuments()) {
        const key = { collection: 'human', id: String(document['FBUID']) };
        await changeDocument(store, key, { kind: 'delete' }, stampNow(systemClock, ADMIN));
      }
    },
    softDeletes: false,
    getPrimaryOfServerDoc: (document: Record<string, unknown>) => String(document[ID_FIELD]),
  });
});
