import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import type { Caller } from './core-server.ts';
import { eventually } from './eventually.ts';
import { uploadFile, type Requests } from './upload-file.ts';

/** A job specification as sent; fields with a default are optional. */
export type SentSpec = Partial<Extract<JobSpec, { kind: 'copy' }>> | Record<string, unknown>;

/** Calls the job routes, as an admin by default. Calls throw on error responses. */
export function createJobCalls(server: Requests, as: Caller = 'admin') {
  async function call<Body>(method: string, path: string, json?: unknown): Promise<Body> {
    const response = await server.request(path, { as, method, ...(json === undefined ? {} : { json }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
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
    /** Excludes the imports that filled the collections. */
    listWithoutImports: async () =>
      (await call<{ jobs: Job[] }>('GET', '/admin/jobs')).jobs.filter(({ spec }) => spec.kind !== 'import'),
    cancel: (id: string) => call<Job>('POST', `/admin/jobs/${id}/cancel`),
    resume: (id: string) => call<Job>('POST', `/admin/jobs/${id}/resume`),
    whenEnded,
    /** Starts a job and waits for its end. */
    run: async (spec: SentSpec) => whenEnded((await call<Job>('POST', '/admin/jobs', { spec })).id),
  };
}

export type JobCalls = ReturnType<typeof createJobCalls>;

/** The export of a collection, as text. */
export async function exportOf(server: Requests, collection: string): Promise<string> {
  const response = await server.request(`/admin/export/${collection}`, { as: 'admin' });
  return response.text();
}

/** Imports documents. @throws Error when the job fails */
export async function fillCollection(
  server: Requests,
  collection: string,
  documents: readonly object[],
): Promise<void> {
  const job = await importFile(server, collection, toLines(documents));
  if (job.state !== 'done') throw new Error(`The import has ${job.state}: ${job.message}`);
}

export function toLines(documents: readonly object[]): string {
  return documents.map((one) => `${JSON.stringify(one)}\n`).join('');
}

interface ImportOptions extends Record<string, unknown> {
  readonly as?: Caller;
  readonly label?: string;
}

/** Uploads and imports a file and waits for the end of the job. @param options fields of the job's specification */
export async function importFile(
  server: Requests,
  collection: string,
  content: string | Uint8Array,
  { as = 'admin', label = 'sample.ndjson', ...options }: ImportOptions = {},
): Promise<Job> {
  const upload = await uploadFile(server, content, { name: label, as });
  return createJobCalls(server, as).run({ kind: 'import', collection, upload, label, ...options });
}
