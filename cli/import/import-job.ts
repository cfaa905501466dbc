import { createHash } from 'node:crypto';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { findJob } from '#cli/migration/find-job.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';

type ImportJob = Job & { readonly spec: ImportJobSpec };

/** Stands for an input and everything that decides which documents it gives in which order. */
export function toFingerprint(digest: string, reading: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, ...reading]))
    .digest('hex');
}

export async function startImport(connection: ServerConnection, spec: ImportJobSpec): Promise<ImportJob> {
  return requireImport(await connection.call(ADMIN_ROUTES.startJob, { body: { spec } }));
}

/**
 * The unfinished job of this very import: the one named, or the newest.
 * @throws Failure where there is none, or it took another input
 */
export async function findUnfinished(
  connection: ServerConnection,
  spec: ImportJobSpec,
  id: string | undefined,
): Promise<ImportJob> {
  const isSame = (job: Job): job is ImportJob =>
    job.spec.kind === 'import' &&
    job.spec.collection === spec.collection &&
    job.spec.fingerprint === spec.fingerprint;
  if (id === undefined) {
    const { jobs } = await connection.call(ADMIN_ROUTES.jobs);
    const unfinished = jobs.filter(isSame).find((job) => isOpen(job) && job.position > 0);
    if (unfinished) return reopen(connection, unfinished);
    throw new Failure(EXIT.notFound, 'No unfinished import took this input with these options.', {
      hint: 'Nothing was written. See `nankeen jobs`, or import it without --resume.',
    });
  }
  const job = await findJob(connection, id);
  const message = !isSame(job)
    ? `Job ${job.id} is not the import of this input with these options into ${spec.collection}.`
    : isOpen(job)
      ? undefined
      : `Job ${job.id} is ${job.undoneBy === null ? job.state : 'undone'}, so there is nothing to go on with.`;
  if (message === undefined) return reopen(connection, job);
  throw new Failure(EXIT.conflict, message, {
    hint: 'Nothing was written. Importing it without --resume counts what is there already as unchanged.',
  });
}

function isOpen({ state, undoneBy }: Job): boolean {
  return undoneBy === null && (state === 'receiving' || state === 'cancelled');
}

async function reopen(connection: ServerConnection, { id }: Job): Promise<ImportJob> {
  return requireImport(await connection.call(ADMIN_ROUTES.resumeJob, { params: { id } }));
}

function requireImport(job: Job): ImportJob {
  const { spec } = job;
  if (spec.kind === 'import') return { ...job, spec };
  throw new Failure(EXIT.unreachable, 'The server answered with another kind of job.');
}
