import { Hono, type Context } from 'hono';
import type { Actor } from '#shared/access/actor.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { jobSpecSchema, type JobSpec } from '#shared/migration/job-spec.ts';
import { startJobSchema } from '#shared/migration/start-job.ts';
import type { Jobs } from '#server/core/jobs/jobs.ts';
import type { AppEnv } from './app-env.ts';
import { readJson } from './read-body.ts';

/** A hundred rules of the longest names. */
const MAX_BYTES = 1_048_576;

/** Plans and jobs: copies, renames, imports and their undoing. They stand behind the door of the other admin calls. */
export function adminJobRoutes(jobs: Jobs): Hono<AppEnv> {
  const answer = (call: (id: string, actor: Actor) => Promise<object>) => async (c: Context<AppEnv>) =>
    c.json(await call(c.req.param('id') ?? '', c.get('actor')));

  return new Hono<AppEnv>()
    .post('/admin/plans', async (c) => {
      const spec = await readJson(c, jobSpecSchema, MAX_BYTES);
      assertNames(spec);
      return c.json(await jobs.plan(spec, c.get('actor'), c.req.raw.signal));
    })
    .get('/admin/jobs', async (c) => c.json({ jobs: await jobs.list() }))
    .post('/admin/jobs', async (c) => {
      const request = await readJson(c, startJobSchema, MAX_BYTES);
      assertNames(request.spec);
      return c.json(await jobs.start(request, c.get('actor')), 201);
    })
    .get('/admin/jobs/:id', answer(jobs.read))
    .post('/admin/jobs/:id/cancel', answer(jobs.cancel))
    .post('/admin/jobs/:id/resume', answer(jobs.resume))
    .post('/admin/jobs/:id/finish', answer(jobs.finish));
}

/** @throws AppError `invalid-argument` for what can't name a collection */
function assertNames(spec: JobSpec): void {
  for (const field of ['collection', 'source', 'target'] as const) {
    const name = (spec as Partial<Record<typeof field, string>>)[field];
    const problem = name === undefined ? undefined : findCollectionNameProblem(name);
    if (problem) throw new AppError('invalid-argument', problem, { path: field });
  }
}
