import type { CliContext } from '#cli/context.ts';
import { EXIT_OF_CODE } from '#cli/exit-codes.ts';
import { Failure, toFailure } from '#cli/failure.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import type { ImportAnswer } from '#shared/api/messages.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { toImportBatches, type ImportBatch } from './import-batches.ts';
import type { PreparedImport } from './prepare-import.ts';

export const IMPORT_MODES = ['upsert', 'insert'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface SendOptions {
  readonly collection: string;
  readonly mode: ImportMode;
  readonly isDryRun: boolean;
  readonly progress: Progress;
}

export type ImportCounts = Pick<ImportAnswer, 'created' | 'replaced' | 'unchanged'>;

/** Sends a prepared input, one request after another; each takes effect as a whole. */
export async function sendImport(
  context: Pick<CliContext, 'interruption'>,
  connection: ServerConnection,
  prepared: PreparedImport,
  options: SendOptions,
): Promise<ImportCounts> {
  const send = (isDryRun: boolean) =>
    sendBodies({ context, connection, prepared, options: { ...options, isDryRun } });
  // An id that is taken refuses its request only; looking at all of them first keeps the import whole.
  if (options.mode === 'insert' && !options.isDryRun) {
    await send(true).catch((error: unknown) => {
      throw addKept(toFailure(error), { done: 0, total: prepared.documents, mode: options.mode });
    });
  }
  return send(options.isDryRun);
}

async function sendBodies(sending: {
  readonly context: Pick<CliContext, 'interruption'>;
  readonly connection: ServerConnection;
  readonly prepared: PreparedImport;
  readonly options: SendOptions;
}): Promise<ImportCounts> {
  const { context, connection, prepared, options } = sending;
  const counts = { created: 0, replaced: 0, unchanged: 0 };
  let done = 0;
  let bytes = 0;
  try {
    for await (const batch of toImportBatches(prepared.spool.read())) {
      context.interruption.throwIfAborted();
      const call = connection.call(ADMIN_ROUTES.import, {
        params: { collection: options.collection },
        query: { mode: options.mode, dryRun: options.isDryRun ? 1 : undefined },
        raw: { text: toBody(batch), contentType: 'application/x-ndjson' },
      });
      const answer = await call.catch((error: unknown) => {
        throw nameDocument(error, batch);
      });
      counts.created += answer.created;
      counts.replaced += answer.replaced;
      counts.unchanged += answer.unchanged;
      done += batch.documents.length;
      bytes += batch.bytes;
      options.progress.report({ documents: done, bytes, totalDocuments: prepared.documents });
    }
  } catch (error) {
    if (options.isDryRun) throw error;
    throw addKept(toFailure(error), { done, total: prepared.documents, mode: options.mode });
  }
  return counts;
}

function toBody({ documents }: ImportBatch): string {
  return documents.map(({ json }) => `${json}\n`).join('');
}

/** The server counts lines within one request; a person knows the document by its id and its place in the file. */
function nameDocument(error: unknown, { documents }: ImportBatch): unknown {
  const [prefix, line] = (error instanceof AppError && /^line (\d+)(?:: )?/.exec(error.path ?? '')) || [];
  const document = line === undefined ? undefined : documents[Number(line) - 1];
  if (!(error instanceof AppError) || prefix === undefined || !document) return error;
  const id = String((JSON.parse(document.json) as { readonly FBUID?: unknown }).FBUID);
  const path = error.path?.slice(prefix.length) ?? '';
  const where = path === '' || path === 'FBUID' ? '' : `, ${path}`;
  return new Failure(
    EXIT_OF_CODE[error.code],
    `The server refused document "${id}" of line ${formatCount(document.line)}${where}: ${error.message}`,
    {
      result: { code: error.code, id, path, line: document.line, byte: document.byte ?? null },
      cause: error,
    },
  );
}

/** The same failure with what was written before it. */
function addKept(
  failure: Failure,
  { done, total, mode }: { readonly done: number; readonly total: number; readonly mode: ImportMode },
): Failure {
  const kept =
    done === 0
      ? 'Nothing was written.'
      : `${formatCount(done)} of ${countOf(total, 'document')} were written before it.`;
  const how = mode === 'upsert' ? 'Run the same command again' : 'Run it again with --mode upsert';
  const again = `${how}: documents that are there already count as unchanged.`;
  const hints = [failure.hint, done === 0 ? undefined : again].filter((hint) => hint !== undefined);
  return new Failure(failure.exitCode, `${failure.message} ${kept}`, {
    hint: hints.length === 0 ? undefined : hints.join('\n'),
    result: { ...failure.result, written: done, documents: total },
    cause: failure.cause,
  });
}
