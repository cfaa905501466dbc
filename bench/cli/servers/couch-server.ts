import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Types of the peers' packages, which are untyped or not installed at compile time.
interface ExpressApp {
  use(part: unknown): void;
  get(path: string, respond: (request: unknown, response: { json(body: object): void }) => void): void;
  listen(port: number, host: string, onReady: () => void): unknown;
}
interface PouchDb {
  new (name: string): { info(): Promise<object> };
  defaults(options: { readonly prefix: string }): PouchDb;
}

const load = createRequire(import.meta.url);
const express = load('express') as () => ExpressApp;
const expressPouchDb = load('express-pouchdb') as (pouch: PouchDb, options: object) => unknown;
const folder = join(process.env['DATA_DIR'] ?? '.', 'pouch/');
mkdirSync(folder);
const Pouch = (load('pouchdb') as PouchDb).defaults({ prefix: folder });

const app = express();
// couchrestore requires `doc_del_count`, which PouchDB lacks.
app.get('/records', async (_, response) => {
  response.json({ ...(await new Pouch('records').info()), doc_del_count: 0 });
});
app.use(expressPouchDb(Pouch, { mode: 'minimumForPouchDB', inMemoryConfig: true }));
app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('listening\n'));
process.once('SIGTERM', () => process.exit(0));
