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

function toError(error: DOMException | null): Error {
  return error ?? new Error('The browser gave no reason.');
}
