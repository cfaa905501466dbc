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

/** The error to throw when a document was not found: its collection may not exist either. */
export async function explainNotFound(
  connection: ServerConnection,
  collection: string,
  error: unknown,
): Promise<unknown> {
  if (toFailure(error).exitCode !== EXIT.notFound) return error;
  return countCollection(connection, collection).then(
    () => error,
    (noCollection: unknown) => noCollection,
  );
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
