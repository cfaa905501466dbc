import { toContent } from '#shared/sync/wire-document.ts';
import { readIdentity } from './identity/identity.ts';
import { storage } from './platform.ts';
import { forgetSentinel } from './sentinel.ts';
import type { Draft } from './sync/draft-record.ts';
import type { OutboxRecord } from './sync/outbox-record.ts';
import type { UnsyncedText } from './sync/unsynced-texts.ts';

/** Layout of RxDB's storage on IndexedDB: a database for each collection, its documents in this table. */
const TABLE = 'docs';
const PREFIX = 'rxdb-dexie-';

/** What the server hasn't taken, read past a store that doesn't open as a whole; nothing of what can't be read. */
export async function readRescue(factory: IDBFactory = indexedDB): Promise<readonly UnsyncedText[]> {
  const { databaseName } = readIdentity(storage);
  const read = (collection: string) =>
    readTable(factory, `${PREFIX}${databaseName}--0--${collection}`).catch(() => []);
  const [outbox, drafts] = await Promise.all([read('outbox'), read('drafts')]);
  const lines = new Map<string, string[]>();
  const add = (collection: string, document: object) =>
    lines.set(collection, [...(lines.get(collection) ?? []), JSON.stringify(document)]);
  for (const { collectionName, documentId, trail } of outbox as OutboxRecord[]) {
    const newest = trail.at(-1);
    if (newest && !newest.deleted) add(collectionName, toContent({ ...newest.data, FBUID: documentId }));
  }
  for (const { collectionName, documentId, kind, content } of drafts as Draft[]) {
    if (kind !== 'conflict') add(collectionName, { FBUID: documentId, ...content });
  }
  return [...lines].map(([collection, found]) => ({ collection, text: `${found.join('\n')}\n` }));
}

/** Removes this identity's store from the device; the next page makes it anew and fetches everything again. */
export async function startAfresh(factory: IDBFactory = indexedDB): Promise<void> {
  const { databaseName } = readIdentity(storage);
  forgetSentinel(databaseName, storage);
  const names = (await factory.databases()).map(({ name = '' }) => name);
  const mine = names.filter((name) => name.startsWith(`${PREFIX}${databaseName}--`));
  await Promise.all(mine.map((name) => toPromise(factory.deleteDatabase(name))));
}

async function readTable(factory: IDBFactory, name: string): Promise<readonly unknown[]> {
  const known = await factory.databases();
  // Opening makes a database that is missing.
  if (!known.some((database) => database.name === name)) return [];
  const database = await toPromise(factory.open(name));
  try {
    const documents = await toPromise(database.transaction(TABLE).objectStore(TABLE).getAll());
    return documents.filter(({ _deleted }: { _deleted?: unknown }) => !isDeleted(_deleted));
  } finally {
    database.close();
  }
}

/** The storage keeps truth values as text, because they are indexed. */
function isDeleted(value: unknown): boolean {
  return value === true || value === '1';
}

function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser gave no reason.')),
    );
    request.addEventListener('blocked', () => reject(new Error('Another tab holds it open.')));
  });
}
