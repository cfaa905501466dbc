import { isDeepStrictEqual } from 'node:util';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure, withoutWrites, withHint } from '#cli/failure.ts';
import { formatBytes } from '#cli/io/numbers.ts';
import type { Progress } from '#cli/io/progress.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { findJob } from '#cli/migration/find-job.ts';
import { toResumeHint } from '#cli/migration/watch-job.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { isResumable, isUndone, type Job } from '#shared/migration/job.ts';
import { openSourceFile, toLabel, type SourceFile, type SourcePlace } from './source-file.ts';
import { createUpload, findUpload, removeUpload, sendFile } from './upload.ts';

export interface ImportRun extends SourcePlace {
  readonly context: CliContext;
  readonly connection: ServerConnection;
  /** Collection and the given options; the server applies defaults for the rest. */
  readonly settings: Partial<ImportJobSpec> & { readonly collection: string };
  readonly progress: Progress;
  /** The same command line with `--resume`. */
  readonly toResumeCommand: (job: string) => string;
}

export type ImportJob = Job & { readonly spec: ImportJobSpec };

/** Uploads a file into a new job. @returns the running job */
export async function startImport(run: ImportRun): Promise<ImportJob> {
  const { context, connection, settings, progress } = run;
  const source = await withoutWrites(openSourceFile(context, run, progress));
  try {
    const upload = await withoutWrites(createUpload(connection, source));
    const spec = { kind: 'import', ...settings, upload, label: source.label };
    const starting = connection.call(ADMIN_ROUTES.startJob, { body: { spec } });
    starting.catch(() => removeUpload(connection, upload));
    const job = requireImport(await withoutWrites(starting));
    // An empty file needs no upload.
    return source.bytes === 0 ? job : await sendAndResume(run, job, source);
  } finally {
    await source.close();
  }
}

/**
 * Resumes an import, after uploading the missing part of its file.
 * @param id `true` for the newest unfinished import of this file
 * @throws Failure `notFound` when there is none, `conflict` for another file or other options
 */
export async function resumeImport(run: ImportRun, id: string | true): Promise<ImportJob> {
  const { context, connection, progress } = run;
  const job = await withoutWrites(id === true ? findNewest(run) : findNamed(run, id));
  if (job.state === 'running') return job;
  const upload = await withoutWrites(findUpload(connection, job.spec.upload));
  // Without an upload, the server's error explains what to do.
  if (!upload || upload.bytes === upload.totalBytes) return resume(connection, job);
  const source = await withoutWrites(openSourceFile(context, run, progress));
  try {
    if (source.bytes !== upload.totalBytes || source.sha256 !== upload.sha256) {
      const changed = `${job.spec.label} has changed since job ${job.id} started, so the job can't be resumed with it.`;
      throw new Failure(EXIT.conflict, changed, { hint: 'Nothing was written. Import it without --resume.' });
    }
    return await sendAndResume(run, job, source);
  } finally {
    await source.close();
  }
}

async function sendAndResume(run: ImportRun, job: ImportJob, source: SourceFile): Promise<ImportJob> {
  const { context, connection, progress } = run;
  await sendFile(context, connection, { id: job.spec.upload, source, progress }).catch(
    async (error: unknown) => {
      progress.end();
      throw await toInterruptedUpload(run, job, toFailure(error));
    },
  );
  return resume(connection, job);
}

async function resume(connection: ServerConnection, job: ImportJob): Promise<ImportJob> {
  const { id } = job;
  const resuming = connection.call(ADMIN_ROUTES.resumeJob, { params: { id } });
  return resuming.then(requireImport, (error: unknown) => {
    const failure = toFailure(error);
    // On a conflict with another job, add how to resume later.
    if (failure.exitCode !== EXIT.conflict) throw failure;
    throw withHint(failure, toResumeHint(connection, { ...job, file: undefined }));
  });
}

/** An interrupted upload: how much has arrived, and how to send the rest. */
async function toInterruptedUpload(
  { connection, toResumeCommand }: ImportRun,
  { id, spec }: ImportJob,
  { exitCode, message, hint, result, cause }: Failure,
): Promise<Failure> {
  if (exitCode === EXIT.notFound)
    return new Failure(exitCode, `${message} Nothing was written.`, { hint: 'Import the file again.' });
  const upload = await findUpload(connection, spec.upload).catch(() => undefined);
  const arrived = upload
    ? ` ${formatBytes(upload.bytes)} of ${formatBytes(upload.totalBytes)} of ${spec.label} have arrived.`
    : '';
  const next = `Resume with: ${toResumeCommand(id)}`;
  return new Failure(exitCode, `${message}${arrived} Nothing was written.`, {
    hint: hint === undefined ? next : `${hint}\n${next}`,
    result: { ...result, job: id, written: 0, bytes: upload?.bytes, totalBytes: upload?.totalBytes },
    cause,
  });
}

async function findNewest(run: ImportRun): Promise<ImportJob> {
  const { jobs } = await run.connection.call(ADMIN_ROUTES.jobs);
  const job = jobs.filter(isImport).find((one) => isSameImport(run, one) && isResumable(one));
  if (job) return job;
  throw new Failure(
    EXIT.notFound,
    `There is no unfinished import of ${toLabel(run.file)} into ${run.settings.collection} with these options.`,
    { hint: 'See `nankeen jobs`, or import the file without --resume.' },
  );
}

async function findNamed(run: ImportRun, id: string): Promise<ImportJob> {
  const job = await findJob(run.connection, id);
  if (!isImport(job) || !isSameImport(run, job)) {
    const what = `the import of ${toLabel(run.file)} with these options into ${run.settings.collection}`;
    throw new Failure(EXIT.conflict, `Job ${job.id} is not ${what}.`, {
      hint: 'Import it without --resume: documents that are already there count as unchanged.',
    });
  }
  if (isResumable(job)) return job;
  const undone = job.undoneBy === null ? 'partly undone' : 'undone';
  const state = isUndone(job) ? undone : job.state;
  throw new Failure(EXIT.conflict, `Job ${job.id} is ${state}, so there is nothing to resume.`);
}

/** Options that were not given match any job. */
function isSameImport({ file, settings }: ImportRun, { spec }: ImportJob): boolean {
  const given = { ...settings, label: toLabel(file) };
  return Object.entries(given).every(([name, value]) =>
    isDeepStrictEqual(spec[name as keyof ImportJobSpec], value),
  );
}

function isImport(job: Job): job is ImportJob {
  return job.spec.kind === 'import';
}

function requireImport(job: Job): ImportJob {
  if (isImport(job)) return job;
  throw new Failure(EXIT.unreachable, 'The server returned another kind of job.');
}
