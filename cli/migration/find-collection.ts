import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { CollectionSummary } from '#shared/api/messages.ts';

/** @throws Failure `not-found` for a collection that has never had a document */
export async function findCollection(connection: ServerConnection, name: string): Promise<CollectionSummary> {
  const { collections } = await connection.call(ADMIN_ROUTES.collections);
  const summary = collections.find((one) => one.name === name);
  if (summary) return summary;
  throw new Failure(EXIT.notFound, `There is no collection "${toPrintable(name)}".`, {
    hint: 'See what there is with `nankeen collections`.',
  });
}
