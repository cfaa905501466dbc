import { toPromise } from '../idb-promises.ts';

/** RxDB's IndexedDB layout: one database per collection of a store, with the schema's version in its name. */
const PREFIX = 'rxdb-dexie-';
/** The object store with a collection's documents. */
const TABLE = 'docs';
/** How long another tab may take to release a store. */
const RELEASE_MS = 10_000;

/** The IndexedDB database of one collection. */
export interface StorePart {
  readonly name: string;
  readonly collection: string;
  /** The version of its schema. */
  readonly version: number;
}

/** The databases of a store on this device. */
export async function listStoreParts(
  storeName: string,
  factory: IDBFactory = indexedDB,
): Promise<readonly StorePart[]> {
  const prefix = `${PREFIX}${storeName}--`;
  const names = (await factory.databases()).map(({ name = '' }) => name);
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => {
      const [version = '', collection = ''] = name.slice(prefix.length).split('--');
      return { name, collection, version: Number(version) };
    });
}

/** Deletes a store from this device. @throws Error when another tab doesn't release it */
export async function deleteBrowserStore(storeName: string, factory: IDBFactory = indexedDB): Promise<void> {
  const parts = await listStoreParts(storeName, factory);
  await Promise.all(parts.map((part) => deletePart(part, factory)));
}

/** A collection's documents without tombstones, read without RxDB. @throws when the browser can't open it */
export async function readBrowserStore<Document>(
  storeName: string,
  collection: string,
  factory: IDBFactory = indexedDB,
): Promise<readonly Document[]> {
  const parts = (await listStoreParts(storeName, factory)).filter((part) => part.collection === collection);
  const read = await Promise.all(parts.map((part) => readPart(part, factory)));
  return read.flat().filter(({ _deleted }) => _deleted !== true) as Document[];
}

/** A collection's documents with RxDB's own fields, deleted ones included. @throws when the browser can't open it */
export async function readPart(
  { name }: StorePart,
  factory: IDBFactory = indexedDB,
): Promise<readonly Record<string, unknown>[]> {
  const database = await openExisting(name, factory);
  try {
    const documents = await toPromise(database.transaction(TABLE).objectStore(TABLE).getAll());
    // RxDB stores `_deleted` as text, because IndexedDB can't index booleans.
    return documents.map(({ _deleted, ...document }) =>
      _deleted === true || _deleted === '1' ? { ...document, _deleted: true } : document,
    );
  } finally {
    database.close();
  }
}

/**
 * Makes all tabs close a collection, by opening a version they don't know.
 * @throws Error when one doesn't
 */
export async function takeOverPart({ name }: StorePart, factory: IDBFactory = indexedDB): Promise<void> {
  const version = (await factory.databases()).find((known) => known.name === name)?.version ?? 0;
  const opening = toPromise(factory.open(name, version + 1));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(OPEN_ELSEWHERE)), RELEASE_MS);
  });
  try {
    (await Promise.race([opening, tooLong])).close();
  } finally {
    clearTimeout(timer);
  }
}

/** Opens an existing database; one that was deleted meanwhile isn't created again. */
function openExisting(name: string, factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(name);
  request.addEventListener('upgradeneeded', () => request.transaction?.abort());
  return toPromise(request);
}

const OPEN_ELSEWHERE = 'Another tab has the store open.';

function deletePart({ name }: StorePart, factory: IDBFactory): Promise<unknown> {
  const request = factory.deleteDatabase(name);
  const blocked = new Promise<never>((_resolve, reject) => {
    request.addEventListener('blocked', () => reject(new Error(OPEN_ELSEWHERE)));
  });
  return Promise.race([toPromise(request), blocked]);
}
