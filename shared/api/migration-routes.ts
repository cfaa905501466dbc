import { fieldInventorySchema } from '#shared/migration/field-inventory-response.ts';
import { jobSchema, jobsSchema, uploadSchema } from '#shared/migration/job.ts';
import { planSchema } from '#shared/migration/plan.ts';
import { collectionSummariesSchema, namedCollectionsSchema } from './messages.ts';
import { route } from './routes.ts';

/** Accepts files through the resumable upload protocol tus 1.0. */
export const UPLOADS = '/admin/uploads';

/**
 * Calls of the migration screen and the command line. Every shopper loads these response schemas, so they are kept
 * small. Exports, rejects and checked documents are streamed; files are uploaded to `UPLOADS` through tus.
 */
export const MIGRATION_ROUTES = {
  collections: route('GET', '/admin/collections', collectionSummariesSchema),
  collectionNames: route('GET', '/admin/collection-names', namedCollectionsSchema),
  fields: route('GET', '/admin/collections/{collection}/fields', fieldInventorySchema),
  plan: route('POST', '/admin/plans', planSchema),
  jobs: route('GET', '/admin/jobs', jobsSchema),
  job: route('GET', '/admin/jobs/{id}', jobSchema),
  startJob: route('POST', '/admin/jobs', jobSchema),
  cancelJob: route('POST', '/admin/jobs/{id}/cancel', jobSchema),
  resumeJob: route('POST', '/admin/jobs/{id}/resume', jobSchema),
  upload: route('GET', '/admin/uploads/{id}/progress', uploadSchema),
} as const;
