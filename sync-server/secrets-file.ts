import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import * as v from 'valibot';
import { AppError } from '#shared/kernel/app-error.ts';

const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const token = () => randomBytes(32).toString('base64url');
const readable = (groups: number) =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join(''),
  ).join('-');

/** Secrets that every installation stores. */
export const ALWAYS_KEPT = { tokenSecret: token, authSecret: token };
/** Secrets that a demo stores as well. */
export const DEMO_KEPT = {
  ...ALWAYS_KEPT,
  adminToken: token,
  accessCode: () => readable(2),
  staffPassword: () => readable(4),
  webhookSecret: () => `whsec_${token()}`,
  paymentKey: () => `sk_test_${token()}`,
};
/** `chosenAccessCode` is set by the admin, so production uses it too. */
type KeptName = keyof typeof DEMO_KEPT | 'chosenAccessCode';
export type KeptSecrets = { readonly [Name in KeptName]?: string | undefined };

const secret = v.optional(v.pipe(v.string(), v.minLength(8)));
const fileSchema = v.object({
  tokenSecret: v.nonOptional(secret),
  authSecret: v.nonOptional(secret),
  adminToken: secret,
  accessCode: secret,
  staffPassword: secret,
  webhookSecret: secret,
  paymentKey: secret,
  chosenAccessCode: v.optional(v.pipe(v.string(), v.minLength(4))),
});

/**
 * Reads secrets from a file; generates and stores missing ones.
 * @throws AppError `data-loss` when the file exists but can't be read
 */
export function keepSecrets(file: string, makers: Partial<typeof DEMO_KEPT>): KeptSecrets {
  const kept = readKept(file);
  const missing = Object.entries(makers).filter(([name]) => kept[name as keyof KeptSecrets] === undefined);
  if (missing.length === 0) return kept;
  const completed = { ...kept, ...Object.fromEntries(missing.map(([name, make]) => [name, make()])) };
  writeKept(file, completed);
  return completed;
}

/** Adds or replaces one secret in the file. @throws AppError `unavailable` when nothing can be written */
export function replaceSecret(file: string, name: keyof KeptSecrets, value: string): void {
  const kept = readKept(file);
  try {
    writeKept(file, { ...kept, [name]: value });
  } catch (cause) {
    const message = `${file} can't be written, so nothing was changed. Is there room on its disk?`;
    throw new AppError('unavailable', message, { cause, retryAfter: 10 });
  }
}

function readKept(file: string): KeptSecrets {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw toUnreadable(file, cause);
  }
  try {
    chmodSync(file, 0o600);
    return v.parse(fileSchema, JSON.parse(content));
  } catch (cause) {
    throw toUnreadable(file, cause);
  }
}

/** Written to a second file and renamed, so that a crash leaves the old file or the new one. */
function writeKept(file: string, kept: KeptSecrets): void {
  const next = `${file}.new`;
  const handle = openSync(next, 'w', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(kept, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(next, file);
}

function toUnreadable(file: string, cause: unknown): AppError {
  return new AppError(
    'data-loss',
    `The secrets in ${file} can't be read, and nothing was changed. Restore the file from a backup; or delete it: ` +
      'the next start makes new secrets, and every device and account must sign in again.',
    { cause, nothingWritten: true },
  );
}
