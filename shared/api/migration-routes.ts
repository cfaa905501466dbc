import { fieldInventorySchema } from '#shared/migration/field-inventory-answer.ts';
import { jobSchema, jobsSchema } from '#shared/migration/job.ts';
import { planSchema } from '#shared/migration/plan.ts';
import { collectionSummariesSchema, importAnswerSchema } from './messages.ts';
import { route } from './routes.ts';

/**
 * Calls of the migration screen and of the command line. What the answers are checked with is in the part of the app that
 * every shopper loads, so it is kept small. An export (`/admin/export/{collection}`) is read as it comes.
 */
export const MIGRATION_ROUTES = {
  collections: route('GET', '/admin/collections', collectionSummariesSchema),
  fields: route('GET', '/admin/collections/{collection}/fields', fieldInventorySchema),
  plan: route('POST', '/admin/plans', planSchema),
  jobs: route('GET', '/admin/jobs', jobsSchema),
  job: route('GET', '/admin/jobs/{id}', jobSchema),
  startJob: route('POST', '/admin/jobs', jobSchema),
  cancelJob: route('POST', '/admin/jobs/{id}/cancel', jobSchema),
  resumeJob: route('POST', '/admin/jobs/{id}/resume', jobSchema),
  finishJob: route('POST', '/admin/jobs/{id}/finish', jobSchema),
  import: route('POST', '/admin/import/{collection}', importAnswerSchema),
} as const;
