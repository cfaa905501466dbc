import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '#shared/kernel/json.ts';
import {
  migrationAttemptSchema,
  migrationLockSchema,
  migrationsSchema,
} from '#shared/migration/migration-run.ts';
import {
  accessCodeChangedSchema,
  backupCreatedSchema,
  backupFilesSchema,
  backupListSchema,
  deviceBlockSchema,
  deviceListSchema,
  rejectionListSchema,
  rejectionSchema,
} from './administration.ts';
import { DOCTOR_ROUTES } from './doctor-routes.ts';
import { fileCheckSchema, fileListSchema } from './file-routes.ts';
import { documentTotalsSchema } from './messages.ts';
import { MAIL_ROUTES } from './mail-routes.ts';
import { MIGRATION_ROUTES } from './migration-routes.ts';
import { ORDER_ROUTES } from './order-routes.ts';
import { PAYMENT_ROUTES } from './payment-routes.ts';
import { route } from './routes.ts';
import { STAFF_ROUTES } from './staff-routes.ts';

/** Calls of the command line, with the admin token or as staff. Separate from the app's, which doesn't load them. */
export const ADMIN_ROUTES = {
  ...MIGRATION_ROUTES,
  ...STAFF_ROUTES,
  ...MAIL_ROUTES,
  ...PAYMENT_ROUTES,
  ...ORDER_ROUTES,
  ...DOCTOR_ROUTES,
  countCollection: route('GET', '/admin/collections/{collection}', documentTotalsSchema),
  document: route(
    'GET',
    '/{endpoint}/{collection}/{id}',
    // Not `looseObject`: its copy lacks fields named `constructor`, `prototype` and `__proto__`.
    v.custom<JsonObject>(isJsonObject),
  ),
  deleteDocument: route('DELETE', '/{endpoint}/{collection}/{id}', v.custom<JsonObject>(isJsonObject)),
  migrations: route('GET', '/admin/migrations', migrationsSchema),
  lockMigrations: route('POST', '/admin/migrations/lock', migrationLockSchema),
  unlockMigrations: route('POST', '/admin/migrations/unlock', migrationsSchema),
  beginMigration: route('POST', '/admin/migrations', migrationAttemptSchema),
  noteMigration: route('POST', '/admin/migrations/{id}', migrationAttemptSchema),
  backups: route('GET', '/admin/backups', backupListSchema),
  createBackup: route('POST', '/admin/backups', backupCreatedSchema),
  backupFiles: route('GET', '/admin/backups/{name}/files', backupFilesSchema),
  deleteBackup: route('DELETE', '/admin/backups/{name}', backupListSchema),
  changeAccessCode: route('PUT', '/admin/access-code', accessCodeChangedSchema),
  devices: route('GET', '/admin/devices', deviceListSchema),
  blockDevice: route('POST', '/admin/devices/{fid}/block', deviceBlockSchema),
  unblockDevice: route('DELETE', '/admin/devices/{fid}/block', deviceBlockSchema),
  files: route('GET', '/admin/files', fileListSchema),
  verifyFiles: route('GET', '/admin/files/verify', fileCheckSchema),
  rejections: route('GET', '/admin/rejections', rejectionListSchema),
  rejection: route('GET', '/admin/rejections/content', rejectionSchema),
} as const;
