import { createRequire } from 'node:module';

// Types of the peers' packages, which are not installed at compile time.
interface RxDatabase {
  addCollections(collections: object): Promise<unknown>;
  readonly products: unknown;
}
interface Core {
  createRxDatabase(options: object): Promise<RxDatabase>;
}
interface MemoryStorage {
  getRxStorageMemory(): unknown;
}
interface Server {
  createRxServer(
    options: object,
  ): Promise<{ addReplicationEndpoint(options: object): unknown; start(): Promise<unknown> }>;
}
interface ExpressAdapter {
  readonly RxServerAdapterExpress: unknown;
}
interface Express {
  (): { use(part: unknown): void };
  json(options: { readonly limit: string }): unknown;
}

const load = createRequire(import.meta.url);
const { createRxDatabase } = load('rxdb/plugins/core') as Core;
const { getRxStorageMemory } = load('rxdb/plugins/storage-memory') as MemoryStorage;
const { createRxServer } = load('rxdb-server/plugins/server') as Server;
const { RxServerAdapterExpress } = load('rxdb-server/plugins/adapter-express') as ExpressAdapter;
const express = load('express') as Express;

const entries = {
  type: 'array',
  items: {
    type: 'object',
    properties: { value: { type: 'string' }, label: { type: 'string' }, description: { type: 'string' } },
  },
};
const text = { type: 'string' };
const schema = {
  version: 0,
  primaryKey: 'FBUID',
  type: 'object',
  properties: {
    FBUID: { type: 'string', maxLength: 100 },
    productName: text,
    STUPID: text,
    productCategory: text,
    productImages: entries,
    productDescriptions: entries,
    productFeatures: entries,
    productSpecifications: entries,
    productDimensions: entries,
    productShipping: entries,
    productDownloads: entries,
    productPrices: entries,
    createdAt: text,
    writeId: text,
  },
};

const database = await createRxDatabase({
  name: 'bench',
  storage: getRxStorageMemory(),
  multiInstance: false,
});
await database.addCollections({ products: { schema } });
const serverApp = express();
// The default body limit rejects a batch of 100 products.
serverApp.use(express.json({ limit: '4mb' }));
const server = await createRxServer({
  database,
  adapter: RxServerAdapterExpress,
  serverApp,
  port: Number(process.env['PORT']),
  hostname: '127.0.0.1',
});
server.addReplicationEndpoint({ name: 'products', collection: database.products });
await server.start();
process.stdout.write('listening\n');
process.once('SIGTERM', () => process.exit(0));
