/** The result of a request to IndexedDB. @throws DOMException */
export function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(toError(request.error)));
  });
}

/** Resolves once a transaction is on disk. @throws DOMException */
export function whenCommitted(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(toError(transaction.error)));
  });
}

/** A database that is opened at first use, and again after a failure or after the browser has closed it. */
export interface LazyDatabase {
  /** @throws DOMException */
  open(): Promise<IDBDatabase>;
  close(): void;
}

/** @param create called with a new database, to create its object stores */
export function createLazyDatabase(name: string, create: (database: IDBDatabase) => void): LazyDatabase {
  let opening: Promise<IDBDatabase> | undefined;

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => create(request.result));
    const database = await toPromise(request);
    const forget = () => (opening = undefined);
    database.addEventListener('close', forget);
    database.addEventListener('versionchange', () => {
      database.close();
      forget();
    });
    return database;
  }

  return {
    open: () =>
      (opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      })),
    close: () => void opening?.then((database) => database.close()),
  };
}

function toError(error: DOMException | null): Error {
  return error ?? new Error('The browser gave no reason.');
}
