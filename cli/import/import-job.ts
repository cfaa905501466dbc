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
    const unfinished = jobs.filter(isSame).find(({ state }) => state === 'receiving');
    if (unfinished) return unfinished;
    throw new Failure(EXIT.notFound, 'No unfinished import took this input with these options.', {
      hint: 'Nothing was written. See `nankeen jobs`, or import it without --resume.',
    });
  }
  const job = await findJob(connection, id);
  const message = !isSame(job)
    ? `Job ${job.id} is not the import of this input with these options into ${spec.collection}.`
    : job.state === 'receiving'
      ? undefined
      : `Job ${job.id} is ${job.state}, so there is nothing to go on with.`;
  if (message === undefined) return requireImport(job);
  throw new Failure(EXIT.conflict, message, {
    hint: 'Nothing was written. Importing it without --resume counts what is there already as unchanged.',
  });
}

function requireImport(job: Job): ImportJob {
  const { spec } = job;
  if (spec.kind === 'import') return { ...job, spec };
  throw new Failure(EXIT.unreachable, 'The server answered with another kind of job.');
}
