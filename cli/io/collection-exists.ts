import { EXIT } from '#cli/exit-codes.ts';
import { toFailure, withHint } from '#cli/failure.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { DocumentTotals } from '#shared/api/messages.ts';
import type { ServerConnection } from './server-connection.ts';

/** Counts the documents of a collection. @throws Failure `notFound` when there is no such collection */
export async function countCollection(
  connection: ServerConnection,
  collection: string,
): Promise<DocumentTotals> {
  const counted = connection.call(ADMIN_ROUTES.countCollection, { params: { collection } });
  return counted.catch((error: unknown) => {
    const failure = toFailure(error);
    if (failure.exitCode !== EXIT.notFound) throw failure;
    throw withHint(failure, 'Nothing was changed. List the collections with `nankeen collections`.');
  });
}

/** Awaits a request for a document. @throws Failure `notFound` that names the collection when that does not exist either */
export async function findInCollection<Result>(
  connection: ServerConnection,
  collection: string,
  request: Promise<Result>,
): Promise<Result> {
  return request.catch(async (error: unknown) => {
    if (toFailure(error).exitCode === EXIT.notFound) await countCollection(connection, collection);
    throw error;
  });
}

/**
 * Checks that an apparently empty collection exists: a mistyped name looks like an empty collection.
 * @throws Failure `notFound`
 */
export async function requireCollection(connection: ServerConnection, collection: string): Promise<void> {
  await countCollection(connection, collection);
}

/** Whether a collection exists. Writing to a mistyped name would create one. */
export async function collectionExists(connection: ServerConnection, collection: string): Promise<boolean> {
  return countCollection(connection, collection).then(
    () => true,
    (error: unknown) => {
      if (toFailure(error).exitCode === EXIT.notFound) return false;
      throw error;
    },
  );
}
