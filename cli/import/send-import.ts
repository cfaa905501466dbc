import type { CliContext } from '#cli/context.ts';
import { toFailure, Failure } from '#cli/failure.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import type { Progress } from '#cli/io/progress.ts';
import { toRequestBodies } from '#cli/io/request-bodies.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import type { ImportAnswer } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { readStoredCreation, withStoredCreation } from './keep-creation.ts';
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
  context: CliContext,
  connection: ServerConnection,
  job: { readonly prepared: PreparedImport; readonly options: SendOptions },
): Promise<ImportCounts> {
  const { prepared, options } = job;
  const { collection, mode } = options;
  const stored =
    mode === 'upsert'
      ? await readStoredCreation(context, connection, { collection, ids: prepared.newlyDated })
      : new Map<string, string>();
  const send = (isDryRun: boolean) =>
    sendBodies({ context, connection, prepared, options: { ...options, isDryRun } }, stored);
  // An id that is taken refuses its request only; looking at all of them first keeps the import whole.
  if (mode === 'insert' && !options.isDryRun) await send(true);
  return send(options.isDryRun);
}

interface Sending {
  readonly context: CliContext;
  readonly connection: ServerConnection;
  readonly prepared: PreparedImport;
  readonly options: SendOptions;
}

async function sendBodies(
  { context, connection, prepared, options }: Sending,
  stored: ReadonlyMap<string, string>,
): Promise<ImportCounts> {
  const counts = { created: 0, replaced: 0, unchanged: 0 };
  let done = 0;
  try {
    for await (const body of toRequestBodies(withStoredCreation(prepared.spool.read(), stored))) {
      context.interruption.throwIfAborted();
      const answer = await connection.call(ROUTES.adminImport, {
        params: { collection: options.collection },
        query: { mode: options.mode, dryRun: options.isDryRun ? 1 : undefined },
        raw: { text: body.text, contentType: 'application/x-ndjson' },
      });
      counts.created += answer.created;
      counts.replaced += answer.replaced;
      counts.unchanged += answer.unchanged;
      done += body.documents;
      options.progress.report(done, prepared.documents);
    }
  } catch (error) {
    throw options.isDryRun
      ? error
      : toInterrupted(toFailure(error), { done, total: prepared.documents, mode: options.mode });
  }
  return counts;
}

/** The same failure with what was written before it. */
function toInterrupted(
  failure: Failure,
  { done, total, mode }: { readonly done: number; readonly total: number; readonly mode: ImportMode },
): Failure {
  const kept =
    done === 0
      ? 'Nothing was written before it.'
      : `${formatCount(done)} of ${countOf(total, 'document')} were written before it.`;
  const again =
    mode === 'upsert'
      ? 'Run the same command again: documents that are there already count as unchanged.'
      : 'Run it again with --mode upsert: documents that are there already count as unchanged.';
  return new Failure(failure.exitCode, `${failure.message} ${kept}`, {
    hint:
      [failure.hint, done === 0 ? undefined : again].filter((part) => part !== undefined).join(' ') ||
      undefined,
    result: { ...failure.result, written: done, documents: total },
    cause: failure.cause,
  });
}
