import { hasType } from '#shared/api/client.ts';
import { MIGRATION_ROUTES } from '#shared/api/migration-routes.ts';
import type { CollectionSummary, NamedCollection } from '#shared/api/messages.ts';
import type { FieldInventory } from '#shared/migration/field-inventory-response.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import type { Job, Upload } from '#shared/migration/job.ts';
import type { StartJob } from '#shared/migration/start-job.ts';
import type { Plan } from '#shared/migration/plan.ts';
import { READ_FAILURES, type ReadSide } from '#shared/migration/read-failures.ts';
import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { createCallHeaders, createDeviceClient } from '../sync/device-client.ts';
import { logError } from '../log.ts';
import { pageClientOptions } from '../sync/page-client.ts';
import { createReadFailureLog, logUnread } from './log-read-failures.ts';

const readFailures = createReadFailureLog();

/** Collections with their counts. @throws AppError, like every call here; nothing was changed then */
export async function fetchCollections(app: AppStore): Promise<readonly CollectionSummary[]> {
  const { collections } = await adminClient(app).call(MIGRATION_ROUTES.collections);
  return collections;
}

/** Collection names only, which is fast however large the collections are. */
export async function fetchCollectionNames(app: AppStore): Promise<readonly NamedCollection[]> {
  const { collections } = await adminClient(app).call(MIGRATION_ROUTES.collectionNames);
  return collections;
}

/**
 * The fields that documents of a collection have.
 * @param side whether the collection is the source or the target, for the log
 */
export async function fetchFields(
  app: AppStore,
  collection: string,
  side: ReadSide,
  signal?: AbortSignal,
): Promise<FieldInventory> {
  try {
    return await adminClient(app).call(MIGRATION_ROUTES.fields, {
      params: { collection },
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (!signal?.aborted) logError(READ_FAILURES[side], error);
    throw error;
  }
}

/** What a job would do now; nothing is written. The time it takes grows with the collection. */
export async function makePlan(app: AppStore, spec: JobSpec, signal: AbortSignal): Promise<Plan> {
  try {
    return await adminClient(app).call(MIGRATION_ROUTES.plan, { body: spec, signal });
  } catch (error) {
    if (!signal.aborted) logUnread(error);
    throw error;
  }
}

/** @throws AppError `aborted` when the data has changed since the plan was made */
export function startJob(app: AppStore, spec: JobSpec, options: Omit<StartJob, 'spec'> = {}): Promise<Job> {
  return adminClient(app).call(MIGRATION_ROUTES.startJob, { body: { spec, ...options } });
}

/** All jobs; logs those stopped by a failed read since the last call. */
export async function fetchJobs(app: AppStore): Promise<readonly Job[]> {
  const { jobs } = await adminClient(app).call(MIGRATION_ROUTES.jobs);
  readFailures.follow(jobs);
  return jobs;
}

export function fetchJob(app: AppStore, id: string): Promise<Job> {
  return adminClient(app).call(MIGRATION_ROUTES.job, { params: { id } });
}

/** What the job has written until then stays and can be undone. */
export function cancelJob(app: AppStore, id: string): Promise<Job> {
  return adminClient(app).call(MIGRATION_ROUTES.cancelJob, { params: { id } });
}

export function resumeJob(app: AppStore, id: string): Promise<Job> {
  readFailures.forget(id);
  return adminClient(app).call(MIGRATION_ROUTES.resumeJob, { params: { id } });
}

/** How much of a file was uploaded, and how far the server has read it for a plan. */
export function fetchUpload(app: AppStore, id: string): Promise<Upload> {
  return adminClient(app).call(MIGRATION_ROUTES.upload, { params: { id } });
}

/** Documents an import left out, one JSON document a line, to correct and import again. */
export async function fetchRejects(app: AppStore, id: string): Promise<Blob> {
  const headers = await createCallHeaders(pageClientOptions(app))('GET');
  const url = adminClient(app).url('/admin/jobs/{id}/rejects', { params: { id } });
  const response = await app.fetch(url, { headers, credentials: 'same-origin' });
  if (response.ok && hasType(response, 'application/x-ndjson')) return response.blob();
  throw (
    fromErrorBody(await response.json().catch(() => null), response.status) ??
    new AppError('unavailable', 'The server did not answer.')
  );
}

/** The page's client without a time limit, because scanning a large collection takes a while. */
export function adminClient(app: AppStore) {
  return createDeviceClient({
    ...pageClientOptions(app),
    fetch: (url, init) => app.fetch(url, init as RequestInit),
  });
}
