import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Types of the peers' packages, which are untyped or not installed at compile time.
interface ExpressApp {
  use(part: unknown): void;
  listen(port: number, host: string, onReady: () => void): unknown;
}
interface PouchDb {
  defaults(options: { readonly prefix: string }): PouchDb;
}
type Express = () => ExpressApp;
type ExpressPouchDb = (pouch: PouchDb, options: object) => unknown;

const load = createRequire(import.meta.url);
const express = load('express') as Express;
const expressPouchDb = load('express-pouchdb') as ExpressPouchDb;
const folder = join(process.env['DATA_DIR'] ?? '.', 'pouch/');
mkdirSync(folder);
// PouchDB's default adapter in Node is LevelDB, which, unlike synchronous=FULL, doesn't wait for the disk.
const pouch = (load('pouchdb') as PouchDb).defaults({ prefix: folder });

const app = express();
// Replication only, without log and config files.
app.use(expressPouchDb(pouch, { mode: 'minimumForPouchDB', inMemoryConfig: true }));
app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('listening\n'));
process.once('SIGTERM', () => process.exit(0));
