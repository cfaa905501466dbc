import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import type { Caller, CoreServer } from './core-server.ts';
import { eventually } from './eventually.ts';

/** A specification as a caller sends it: what has a default may be missing. */
export type SentSpec = Partial<Extract<JobSpec, { kind: 'copy' }>> | Record<string, unknown>;

/** Calls of the jobs' doors as an admin, each of which must succeed. */
export function createJobCalls(server: Pick<CoreServer, 'request'>, as: Caller = 'admin') {
  async function call<Answer>(method: string, path: string, json?: unknown): Promise<Answer> {
    const response = await server.request(path, { as, method, ...(json === undefined ? {} : { json }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  const read = (id: string) => call<Job>('GET', `/admin/jobs/${id}`);
  const whenEnded = async (id: string): Promise<Job> =>
    eventually(async () => {
      const job = await read(id);
      if (job.state === 'running') throw new Error(`Job ${id} is at ${job.position}.`);
      return job;
    });
  return {
    plan: (spec: SentSpec) => call<Plan>('POST', '/admin/plans', spec),
    start: (spec: SentSpec, planHash?: string) =>
      call<Job>('POST', '/admin/jobs', { spec, ...(planHash === undefined ? {} : { planHash }) }),
    read,
    list: async () => (await call<{ jobs: Job[] }>('GET', '/admin/jobs')).jobs,
    cancel: (id: string) => call<Job>('POST', `/admin/jobs/${id}/cancel`),
    resume: (id: string) => call<Job>('POST', `/admin/jobs/${id}/resume`),
    finish: (id: string) => call<Job>('POST', `/admin/jobs/${id}/finish`),
    whenEnded,
    /** Begins a job and waits for its end. */
    run: async (spec: SentSpec) => whenEnded((await call<Job>('POST', '/admin/jobs', { spec })).id),
  };
}

export type JobCalls = ReturnType<typeof createJobCalls>;

/** The living documents of a collection as its export writes them. */
export async function exportOf(server: Pick<CoreServer, 'request'>, collection: string): Promise<string> {
  const response = await server.request(`/admin/export/${collection}`, { as: 'admin' });
  return response.text();
}

export async function fillCollection(
  server: Pick<CoreServer, 'request'>,
  collection: string,
  documents: readonly object[],
): Promise<void> {
  const body = documents.map((one) => JSON.stringify(one)).join('\n');
  const response = await server.request(`/admin/import/${collection}`, { as: 'admin', method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
}
