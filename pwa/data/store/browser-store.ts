/** Layout of RxDB's storage on IndexedDB: a database for each collection of a store, named with the schema's version. */
const PREFIX = 'rxdb-dexie-';
/** Its documents. */
const TABLE = 'docs';
/** How long another tab may take to let go of a store. */
const RELEASE_MS = 10_000;

/** One collection of a store, as the browser keeps it. */
export interface StorePart {
  /** Of its own database. */
  readonly name: string;
  readonly collection: string;
  /** Of the schema it was made with. */
  readonly version: number;
}

/** The collections of a store that are on this device. */
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

/** Removes a store from this device altogether. @throws when another tab doesn't let go of it */
export async function deleteBrowserStore(storeName: string, factory: IDBFactory = indexedDB): Promise<void> {
  const parts = await listStoreParts(storeName, factory);
  await Promise.all(parts.map(({ name }) => toPromise(factory.deleteDatabase(name))));
}

/** A collection's living documents, read past RxDB. @throws when the browser doesn't open it */
export async function readBrowserStore<Document>(
  storeName: string,
  collection: string,
  factory: IDBFactory = indexedDB,
): Promise<readonly Document[]> {
  const parts = (await listStoreParts(storeName, factory)).filter((part) => part.collection === collection);
  const read = await Promise.all(parts.map((part) => readPart(part, factory)));
  return read.flat().filter(({ _deleted }) => _deleted !== true) as Document[];
}

/** A collection's documents with RxDB's own fields, deleted ones included. @throws when the browser doesn't open it */
export async function readPart(
  { name }: StorePart,
  factory: IDBFactory = indexedDB,
): Promise<readonly Record<string, unknown>[]> {
  const database = await openPresent(name, factory);
  try {
    const documents = await toPromise(database.transaction(TABLE).objectStore(TABLE).getAll());
    // Truth values are kept as text, because they are indexed.
    return documents.map(({ _deleted, ...document }) =>
      _deleted === true || _deleted === '1' ? { ...document, _deleted: true } : document,
    );
  } finally {
    database.close();
  }
}

/**
 * Takes a collection from the tabs that have it open: a version they don't know makes them finish and let go.
 * @throws when one doesn't
 */
export async function takeOverPart({ name }: StorePart, factory: IDBFactory = indexedDB): Promise<void> {
  const present = (await factory.databases()).find((known) => known.name === name)?.version ?? 0;
  const request = factory.open(name, present + 1);
  const opened = new Promise<IDBDatabase>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Another tab holds it open.')), RELEASE_MS);
    request.addEventListener('success', () => {
      clearTimeout(timer);
      resolve(request.result);
    });
    request.addEventListener('error', () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('The browser gave no reason.'));
    });
  });
  (await opened).close();
}

/** Opens a database that is there; one that has gone meanwhile isn't made anew. */
function openPresent(name: string, factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(name);
  request.addEventListener('upgradeneeded', () => request.transaction?.abort());
  return toPromise(request);
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
