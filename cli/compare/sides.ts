import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { CheckedFile } from '#cli/import/checked-file.ts';
import { streamDocuments } from '#cli/io/document-stream.ts';
import { requireCollection } from '#cli/io/collection-exists.ts';
import { splitLines } from '#cli/io/lines.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { toFileFailure } from '#cli/migration/plan-refusal.ts';
import { UPLOADS } from '#shared/api/migration-routes.ts';
import { toKeyedDocument, type KeyedDocument } from './keyed-document.ts';
import { sortById } from './sort-by-id.ts';

/** The documents of a collection, ordered by id. @throws Failure `notFound` */
export async function* readCollectionSide(
  context: CliContext,
  connection: ServerConnection,
  collection: string,
): AsyncGenerator<KeyedDocument> {
  let isEmpty = true;
  for await (const bytes of streamDocuments(connection, collection, context)) {
    isEmpty = false;
    yield toKeyedDocument(bytes);
  }
  if (isEmpty) await requireCollection(connection, collection);
}

/**
 * The documents of a file as an import would write them, ordered by id.
 * @throws Failure for a file with invalid documents or without ids
 */
export async function* readFileSide(
  connection: ServerConnection,
  { name, plan, report, spec }: CheckedFile,
): AsyncGenerator<KeyedDocument> {
  if (report.rejected > 0) throw toFileFailure(plan, { name, outcome: 'nothing was compared' });
  if (report.documents > 0 && report.newIds === report.documents) {
    throw new Failure(
      EXIT.invalidInput,
      `The documents of ${name} have no ids, so they can't be matched. Nothing was compared.`,
      { hint: 'Name the field that holds the id with --id-field.' },
    );
  }
  yield* sortById(readDocuments(connection, { name, documents: report.documents, spec }));
}

async function* readDocuments(
  connection: ServerConnection,
  { name, documents, spec }: { readonly name: string; readonly documents: number; readonly spec: object },
): AsyncGenerator<KeyedDocument> {
  const lines = await connection.openStream(`${UPLOADS}/documents`, { body: spec });
  let count = 0;
  try {
    for await (const line of splitLines(lines)) {
      count += 1;
      yield toKeyedDocument(line);
    }
  } catch (cause) {
    // fetch reports a broken connection as a TypeError.
    if (!(cause instanceof TypeError)) throw cause;
    count = -1;
  }
  if (count === documents) return;
  throw new Failure(
    EXIT.unreachable,
    `The connection was lost while the documents of ${name} were read back.`,
  );
}
