import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { Job } from '#shared/migration/job.ts';

/** The job with this id; `last` is the newest one. @throws Failure `not-found` */
export async function findJob(connection: ServerConnection, id: string): Promise<Job> {
  if (id !== 'last') return connection.call(ADMIN_ROUTES.job, { params: { id } });
  const [newest] = (await connection.call(ADMIN_ROUTES.jobs)).jobs;
  if (!newest) throw new Failure(EXIT.notFound, 'There are no jobs yet.');
  return newest;
}
