import * as v from 'valibot';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const token = v.pipe(v.string(), v.minLength(16), v.maxLength(100));

/** A job of a migration, and which of its steps it does, from 0. */
export const stepJobSchema = v.strictObject({ step: v.number(), id: v.string() });

/** One time a migration was run, up or down; a run that was broken off and taken up again is one. */
export const migrationAttemptSchema = v.looseObject({
  id: v.string(),
  /** Of its file, without the ending. */
  name: v.string(),
  /** SHA-256 of its file, in hex. */
  checksum: v.string(),
  direction: v.picklist(['up', 'down']),
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  /** E-mail address or `admin`. */
  by: v.string(),
  jobs: v.array(stepJobSchema),
  outcome: v.picklist(['running', 'done', 'failed']),
  /** Why it failed. */
  message: v.nullable(v.string()),
});
export type MigrationAttempt = v.InferOutput<typeof migrationAttemptSchema>;

/** Who runs migrations at the moment; past `expiresAt` it counts no more. */
export const migrationLockSchema = v.looseObject({
  /** For people, e.g. `kim@laptop, process 4711`. */
  owner: v.string(),
  takenAt: v.string(),
  expiresAt: v.string(),
});
export type MigrationLock = v.InferOutput<typeof migrationLockSchema>;

/** `GET /admin/migrations`: the attempts, the oldest first. */
export const migrationsSchema = v.looseObject({
  attempts: v.array(migrationAttemptSchema),
  lock: v.nullable(migrationLockSchema),
});
export type Migrations = v.InferOutput<typeof migrationsSchema>;

/** `POST /admin/migrations/lock`: takes the lock, or keeps it for another minute. The token is the taker's own. */
export const takeLockSchema = v.strictObject({ token, owner: name });

/** `POST /admin/migrations/unlock`: with a token one's own lock, without whosever it is. */
export const unlockSchema = v.strictObject({ token: v.optional(token) });

/** `POST /admin/migrations` */
export const beginAttemptSchema = v.strictObject({
  token,
  name,
  checksum: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  direction: v.picklist(['up', 'down']),
});

/** `POST /admin/migrations/{id}`: how far it has come. */
export const noteAttemptSchema = v.strictObject({
  token,
  jobs: v.pipe(v.array(stepJobSchema), v.maxLength(1_000)),
  outcome: v.picklist(['running', 'done', 'failed']),
  message: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
});
