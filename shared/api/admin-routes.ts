import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '#shared/kernel/json.ts';
import { fieldInventorySchema } from '#shared/migration/field-inventory-answer.ts';
import { jobSchema, jobsSchema } from '#shared/migration/job.ts';
import {
  migrationAttemptSchema,
  migrationLockSchema,
  migrationsSchema,
} from '#shared/migration/migration-run.ts';
import { planSchema } from '#shared/migration/plan.ts';
import {
  accessCodeChangedSchema,
  backupCreatedSchema,
  backupListSchema,
  deviceBlockSchema,
  deviceListSchema,
  rejectionListSchema,
  rejectionSchema,
  staffListSchema,
} from './administration.ts';
import { collectionSummariesSchema, importAnswerSchema } from './messages.ts';
import { route } from './routes.ts';

/**
 * Calls of the command line and the migration screen, with the admin token or as staff. Apart from the app's, so that a
 * shopper's phone doesn't load what they need. An export (`/admin/export/{collection}`) is read as it comes.
 */
export const ADMIN_ROUTES = {
  collections: route('GET', '/admin/collections', collectionSummariesSchema),
  document: route(
    'GET',
    '/{endpoint}/{collection}/{id}',
    // Not `looseObject`: its copy lacks fields named `constructor`, `prototype` and `__proto__`.
    v.custom<JsonObject>(isJsonObject),
  ),
  fields: route('GET', '/admin/collections/{collection}/fields', fieldInventorySchema),
  plan: route('POST', '/admin/plans', planSchema),
  jobs: route('GET', '/admin/jobs', jobsSchema),
  job: route('GET', '/admin/jobs/{id}', jobSchema),
  startJob: route('POST', '/admin/jobs', jobSchema),
  cancelJob: route('POST', '/admin/jobs/{id}/cancel', jobSchema),
  resumeJob: route('POST', '/admin/jobs/{id}/resume', jobSchema),
  finishJob: route('POST', '/admin/jobs/{id}/finish', jobSchema),
  import: route('POST', '/admin/import/{collection}', importAnswerSchema),
  migrations: route('GET', '/admin/migrations', migrationsSchema),
  lockMigrations: route('POST', '/admin/migrations/lock', migrationLockSchema),
  unlockMigrations: route('POST', '/admin/migrations/unlock', migrationsSchema),
  beginMigration: route('POST', '/admin/migrations', migrationAttemptSchema),
  noteMigration: route('POST', '/admin/migrations/{id}', migrationAttemptSchema),
  backups: route('GET', '/admin/backups', backupListSchema),
  createBackup: route('POST', '/admin/backups', backupCreatedSchema),
  changeAccessCode: route('PUT', '/admin/access-code', accessCodeChangedSchema),
  staff: route('GET', '/admin/staff', staffListSchema),
  grantStaff: route('POST', '/admin/staff', staffListSchema),
  revokeStaff: route('POST', '/admin/staff/revoke', staffListSchema),
  devices: route('GET', '/admin/devices', deviceListSchema),
  blockDevice: route('POST', '/admin/devices/{fid}/block', deviceBlockSchema),
  unblockDevice: route('DELETE', '/admin/devices/{fid}/block', deviceBlockSchema),
  rejections: route('GET', '/admin/rejections', rejectionListSchema),
  rejection: route('GET', '/admin/rejections/content', rejectionSchema),
} as const;
