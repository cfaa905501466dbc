import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import type { ServerConnection } from './server-connection.ts';

/**
 * Makes sure that a collection in which nothing was found is one at all: a name with a slip in it would look like an
 * empty collection. @throws Failure `notFound`
 */
export async function requireKnown(connection: ServerConnection, collection: string): Promise<void> {
  if (findCollection(collection)) return;
  const { collections } = await connection.call(ADMIN_ROUTES.collections);
  if (collections.some(({ name }) => name === collection)) return;
  throw new Failure(EXIT.notFound, `There is no collection "${collection}".`, {
    hint: 'No file was changed. See what there is with `nankeen collections`.',
  });
}
