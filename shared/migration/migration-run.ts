import * as v from 'valibot';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const token = v.pipe(v.string(), v.minLength(16), v.maxLength(100));

/** A job of a migration and the index of its step, from 0. */
export const stepJobSchema = v.strictObject({ step: v.number(), id: v.string() });

/** One run of a migration file, up or down. An interrupted and resumed run is one attempt. */
export const migrationAttemptSchema = v.looseObject({
  id: v.string(),
  /** Name of its file, without the extension. */
  name: v.string(),
  /** SHA-256 of its file, in hex. */
  checksum: v.string(),
  direction: v.picklist(['up', 'down']),
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  /** Email address or `admin`. */
  by: v.string(),
  jobs: v.array(stepJobSchema),
  outcome: v.picklist(['running', 'done', 'failed']),
  /** Reason for the failure. */
  message: v.nullable(v.string()),
});
export type MigrationAttempt = v.InferOutput<typeof migrationAttemptSchema>;

/** Lock of the process that is running migrations. It is void after `expiresAt`. */
export const migrationLockSchema = v.looseObject({
  /** For display, such as `kim@laptop, process 4711`. */
  owner: v.string(),
  takenAt: v.string(),
  expiresAt: v.string(),
});
export type MigrationLock = v.InferOutput<typeof migrationLockSchema>;

/** `GET /admin/migrations`: the attempts, oldest first. */
export const migrationsSchema = v.looseObject({
  attempts: v.array(migrationAttemptSchema),
  lock: v.nullable(migrationLockSchema),
});
export type Migrations = v.InferOutput<typeof migrationsSchema>;

/** `POST /admin/migrations/lock`: takes the lock, or extends it by a minute. The client chooses the token. */
export const takeLockSchema = v.strictObject({ token, owner: name });

/** `POST /admin/migrations/unlock`: releases the lock with this token, or any lock if no token is given. */
export const unlockSchema = v.strictObject({ token: v.optional(token) });

/** `POST /admin/migrations` */
export const beginAttemptSchema = v.strictObject({
  token,
  name,
  checksum: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  direction: v.picklist(['up', 'down']),
});

/** `POST /admin/migrations/{id}`: reports the progress of an attempt. */
export const noteAttemptSchema = v.strictObject({
  token,
  jobs: v.pipe(v.array(stepJobSchema), v.maxLength(1_000)),
  outcome: v.picklist(['running', 'done', 'failed']),
  message: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
});
