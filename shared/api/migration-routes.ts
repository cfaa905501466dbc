import { fieldInventorySchema } from '#shared/migration/field-inventory-response.ts';
import { jobSchema, jobsSchema, uploadSchema } from '#shared/migration/job.ts';
import { planSchema } from '#shared/migration/plan.ts';
import { collectionSummariesSchema, namedCollectionsSchema } from './messages.ts';
import { route } from './routes.ts';

/** Takes files by the resumable upload protocol tus 1.0. */
export const UPLOADS = '/admin/uploads';

/**
 * Calls of the migration screen and of the command line. What the answers are checked with is in the part of the app that
 * every shopper loads, so it is kept small. Exports, rejects and checked documents are read as they come; files are
 * sent by the tus protocol to `UPLOADS`.
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
