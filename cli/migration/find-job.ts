import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure, withHint } from '#cli/failure.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { Job } from '#shared/migration/job.ts';

const JOBS_HINT = '`nankeen jobs` lists the jobs and their ids; `last` is the newest.';

/** The job with this id; `last` is the newest. @throws Failure `notFound` */
export async function findJob(connection: ServerConnection, id: string): Promise<Job> {
  const known = id === 'last' ? await findNewest(connection) : id;
  return connection.call(ADMIN_ROUTES.job, { params: { id: known } }).catch((error: unknown) => {
    const failure = toFailure(error);
    throw failure.exitCode === EXIT.notFound ? withHint(failure, JOBS_HINT) : failure;
  });
}

async function findNewest(connection: ServerConnection): Promise<string> {
  const [newest] = (await connection.call(ADMIN_ROUTES.jobs)).jobs;
  if (!newest) throw new Failure(EXIT.notFound, 'There are no jobs yet.');
  return newest.id;
}
