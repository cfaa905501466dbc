import { Failure, toFailure } from '#cli/failure.ts';
import { countOf, formatCount } from '#cli/io/numbers.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import { BatchesUnderWay } from './batches-under-way.ts';
import type { ImportCounts } from './import-counts.ts';
import type { ImportCalls } from './plan-import.ts';
import { sendBatch } from './send-batch.ts';

export interface SendOptions {
  readonly keepsGoing: boolean;
  /** All documents in one transaction. */
  readonly isAtomic: boolean;
  /** The same command, to go on with this job. */
  readonly toResumeCommand: (job: string) => string;
}

export interface SentImport {
  readonly job: string;
  /** Of what was sent by this command. */
  readonly counts: ImportCounts;
}

/** Sends a prepared input into a job, from where that stands; each request takes effect as a whole. */
export async function sendImport(
  calls: ImportCalls,
  job: Job & { readonly spec: ImportJobSpec },
  options: SendOptions,
): Promise<SentImport> {
  const { context, connection, prepared, progress } = calls;
  const { id, spec } = job;
  const totalDocuments = prepared.documents;
  const leaving = new AbortController();
  const batches = new BatchesUnderWay({
    position: job.position,
    send: (batch) => sendBatch(connection, batch, { ...options, spec, job: id, signal: leaving.signal }),
    onRejected: calls.onRejected,
    onWritten: ({ position, bytes }) =>
      progress.report({ documents: position, bytes, totalDocuments, before: job.position }),
  });
  try {
    const { position } = job;
    for await (const batch of prepared.spool.read({ position, isWhole: options.isAtomic })) {
      await batches.room();
      // It may have come during the wait: nothing more is sent then.
      if (context.interruption.aborted) await batches.end();
      context.interruption.throwIfAborted();
      batches.send(batch);
    }
    await batches.end();
    await connection.call(ADMIN_ROUTES.finishJob, { params: { id } });
  } catch (error) {
    // As long as it waits for documents it is in the way of others; --resume opens it again.
    const cancelled = await cancel(connection, id);
    await batches.salvage(cancelled?.position);
    // What is under way still is written no more, and its answer would keep the command from its end.
    leaving.abort();
    // The answer to a request may be lost after that was written: the job knows.
    const position = cancelled?.position ?? batches.position;
    const kept = { position, isCancelled: cancelled !== undefined };
    const { toCommand } = connection;
    throw addKept(toFailure(error), { ...kept, total: totalDocuments, id }, { ...options, toCommand });
  }
  return { job: id, counts: batches.counts };
}

async function cancel(connection: ServerConnection, id: string): Promise<Job | undefined> {
  return connection.call(ADMIN_ROUTES.cancelJob, { params: { id } }).catch(() => undefined);
}

interface Kept {
  readonly position: number;
  readonly total: number;
  readonly id: string;
  readonly isCancelled: boolean;
}

/** The same failure with what was written before it, and how to go on. */
function addKept(
  failure: Failure,
  { position, total, id, isCancelled }: Kept,
  { toResumeCommand, toCommand }: SendOptions & Pick<ServerConnection, 'toCommand'>,
): Failure {
  const amount = `${formatCount(position)} of ${countOf(total, 'document')} were written before it.`;
  const nothing = position === 0 ? 'Nothing was written.' : amount;
  const kept = isCancelled ? nothing : `At least ${amount}`;
  const cancel = isCancelled ? '' : `${toCommand(`jobs cancel ${id}`)} && `;
  const undo = cancel + toCommand(`undo ${id}`);
  const next = `Go on with:       ${toResumeCommand(id)}\nTake it back with: ${undo}`;
  const hints = [failure.hint, position === 0 && isCancelled ? undefined : next].filter(
    (hint) => hint !== undefined,
  );
  return new Failure(failure.exitCode, `${failure.message} ${kept}`, {
    hint: hints.length === 0 ? undefined : hints.join('\n'),
    result: { ...failure.result, job: id, written: position, documents: total },
    cause: failure.cause,
  });
}
