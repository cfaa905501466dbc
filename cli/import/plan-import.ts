import type { CliContext } from '#cli/context.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { addCounts, NO_COUNTS, type ImportCounts } from './import-counts.ts';
import type { PreparedImport } from './prepare-import.ts';
import type { Rejected } from '#shared/import/reject-line.ts';
import { sendBatch, toRejected } from './send-batch.ts';

export interface ImportCalls {
  readonly context: Pick<CliContext, 'interruption'>;
  readonly connection: ServerConnection;
  readonly prepared: PreparedImport;
  readonly progress: Progress;
  /** Told of everything that the server refuses. */
  readonly onRejected: (rejected: Rejected) => Promise<void> | void;
}

/** What an import would do, as the server decides about each document. Nothing is written. */
export async function planImport(
  { context, connection, prepared, progress, onRejected }: ImportCalls,
  spec: ImportJobSpec,
): Promise<ImportCounts> {
  let counts = NO_COUNTS;
  let documents = 0;
  let bytes = 0;
  for await (const batch of prepared.spool.read()) {
    context.interruption.throwIfAborted();
    const options = { spec, job: undefined, keepsGoing: true, isAtomic: false };
    const answer = await sendBatch(connection, batch, options);
    counts = addCounts(counts, answer);
    for (const rejected of await toRejected(answer, batch, 0)) await onRejected(rejected);
    documents += batch.documents;
    bytes += batch.body.length;
    progress.report({ documents, bytes, totalDocuments: prepared.documents });
  }
  return counts;
}
