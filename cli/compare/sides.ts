import type { CliContext } from '#cli/context.ts';
import { prepareImport } from '#cli/import/prepare-import.ts';
import { ProblemList } from '#cli/import/problem-list.ts';
import type { DocumentSpool } from '#cli/import/document-spool.ts';
import { toLines } from '#cli/import/import-batch.ts';
import { fromSpoolLine } from '#cli/import/spooled-document.ts';
import { streamDocuments } from '#cli/io/document-stream.ts';
import { requireKnown } from '#cli/io/known-collection.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { identify, type IdentifiedText } from './identified-text.ts';
import { sortById } from './sort-by-id.ts';

/** The documents of a collection, ordered by id as the server has them. @throws Failure for one that isn't there */
export async function* readCollectionSide(
  context: CliContext,
  connection: ServerConnection,
  collection: string,
): AsyncGenerator<IdentifiedText> {
  let isEmpty = true;
  for await (const bytes of streamDocuments(connection, collection, context)) {
    isEmpty = false;
    yield identify(bytes);
  }
  if (isEmpty) await requireKnown(connection, collection);
}

/** The documents of a file as an import into `collection` would take them, ordered by id. */
export async function* readFileSide(
  context: CliContext,
  {
    file,
    collection,
    progress,
  }: { readonly file: string; readonly collection: string; readonly progress: Progress },
): AsyncGenerator<IdentifiedText> {
  const problems = new ProblemList();
  const prepared = await prepareImport(context, {
    file,
    collection,
    progress,
    isContinuing: false,
    onRejected: (rejected) => problems.add(rejected.problems),
  });
  try {
    if (prepared.rejected > 0) throw problems.toFailure(prepared.name, 'nothing was compared');
    yield* sortById(readSpool(prepared.spool));
  } finally {
    await prepared.spool.close();
  }
}

/** The documents of an import's spool, in the order of the input. */
export async function* readSpool(spool: DocumentSpool): AsyncGenerator<IdentifiedText> {
  for await (const { body } of spool.read()) {
    for (const line of toLines(body)) yield identify(fromSpoolLine(line));
  }
}
