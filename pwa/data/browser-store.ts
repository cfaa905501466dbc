/** Layout of RxDB's storage on IndexedDB: a database for each collection of a store. */
const PREFIX = 'rxdb-dexie-';
/** Its documents. */
const TABLE = 'docs';

/** Removes a store from this device altogether. @throws when another tab doesn't let go of it */
export async function deleteBrowserStore(storeName: string, factory: IDBFactory = indexedDB): Promise<void> {
  const names = (await factory.databases()).map(({ name = '' }) => name);
  const parts = names.filter((name) => name.startsWith(`${PREFIX}${storeName}--`));
  await Promise.all(parts.map((name) => toPromise(factory.deleteDatabase(name))));
}

/** A collection's documents, read past RxDB. @throws when the browser doesn't open it */
export async function readBrowserStore(
  storeName: string,
  collection: string,
  factory: IDBFactory = indexedDB,
): Promise<readonly unknown[]> {
  const name = `${PREFIX}${storeName}--0--${collection}`;
  // Opening makes a database that is missing.
  if (!(await factory.databases()).some((known) => known.name === name)) return [];
  const database = await toPromise(factory.open(name));
  try {
    const documents = await toPromise(database.transaction(TABLE).objectStore(TABLE).getAll());
    // Truth values are kept as text, because they are indexed.
    return documents.filter(({ _deleted }: { _deleted?: unknown }) => _deleted !== true && _deleted !== '1');
  } finally {
    database.close();
  }
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
