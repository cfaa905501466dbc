import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Jobs } from '#server/core/jobs/jobs.ts';
import type { ApiRouter } from './api-router.ts';

/** Plans and jobs: copies, renames, imports, and undoing them. */
export function jobRoutes(api: ApiRouter, { jobs }: { readonly jobs: Jobs }): void {
  api.on(ENDPOINTS.plan, ({ body, actor }, c) => {
    assertNames(body);
    return jobs.plan(body, actor, c.req.raw.signal);
  });
  api.on(ENDPOINTS.jobs, ({ query: { limit } }) => jobs.list(limit));
  api.on(ENDPOINTS.startJob, ({ body, actor }, c) => {
    assertNames(body.spec);
    return jobs.start(body, actor, c.req.raw.signal);
  });
  api.on(ENDPOINTS.job, ({ params, actor }) => jobs.read(params.id, actor));
  api.on(ENDPOINTS.cancelJob, ({ params, actor }) => jobs.cancel(params.id, actor));
  api.on(ENDPOINTS.resumeJob, ({ params, actor }) => jobs.resume(params.id, actor));
  api.onRaw(ENDPOINTS.jobRejects, async (c, { params, actor }) => {
    const lines = await jobs.rejects(params.id, actor);
    return c.body(ReadableStream.from(lines), 200, {
      'Content-Type': 'application/x-ndjson',
      'Content-Disposition': `attachment; filename="${params.id}-rejects.ndjson"`,
    });
  });
}

/** @throws AppError `invalid-argument` for an invalid collection name */
function assertNames(spec: JobSpec): void {
  for (const field of ['collection', 'source', 'target'] as const) {
    const name = (spec as Partial<Record<typeof field, string>>)[field];
    const problem = name === undefined ? undefined : findCollectionNameProblem(name);
    if (problem) throw new AppError('invalid-argument', problem, { path: field });
  }
}
