import { EXIT } from '#cli/exit-codes.ts';
import { toFailure, withHint } from '#cli/failure.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { DocumentTotals } from '#shared/api/messages.ts';
import type { ServerConnection } from './server-connection.ts';

/** How many documents a collection holds. @throws Failure `notFound` for one that is not there */
export async function countCollection(
  connection: ServerConnection,
  collection: string,
): Promise<DocumentTotals> {
  const counted = connection.call(ADMIN_ROUTES.countCollection, { params: { collection } });
  return counted.catch((error: unknown) => {
    const failure = toFailure(error);
    if (failure.exitCode !== EXIT.notFound) throw failure;
    throw withHint(failure, 'Nothing was changed. See what there is with `nankeen collections`.');
  });
}

/** What to throw when a document was not found: perhaps its collection is not there either. */
export async function explainNotFound(
  connection: ServerConnection,
  collection: string,
  error: unknown,
): Promise<unknown> {
  if (toFailure(error).exitCode !== EXIT.notFound) return error;
  return countCollection(connection, collection).then(
    () => error,
    (unknown: unknown) => unknown,
  );
}

/**
 * Makes sure that a collection in which nothing was found exists: a mistyped name would look like an empty collection.
 * @throws Failure `notFound`
 */
export async function requireCollection(connection: ServerConnection, collection: string): Promise<void> {
  await countCollection(connection, collection);
}

/** Whether a collection exists. Writing to a mistyped name creates another one. */
export async function collectionExists(connection: ServerConnection, collection: string): Promise<boolean> {
  return countCollection(connection, collection).then(
    () => true,
    (error: unknown) => {
      if (toFailure(error).exitCode === EXIT.notFound) return false;
      throw error;
    },
  );
}
