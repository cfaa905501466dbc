import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { AppError } from '#shared/kernel/app-error.ts';

const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const DEMO_MARK = 'demo-';

const token = () => randomBytes(32).toString('base64url');
const readable = (groups: number) =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join(''),
  ).join('-');

/** Generators of the secrets that every installation stores. */
export const SIGNING_SECRET_MAKERS = { tokenSecret: token, authSecret: token };
/** Generators of all secrets that a demo stores. Their beginnings keep a copy out of production. */
export const DEMO_SECRET_MAKERS = {
  ...SIGNING_SECRET_MAKERS,
  adminToken: () => `${DEMO_MARK}${token()}`,
  accessCode: () => `${DEMO_MARK.toUpperCase()}${readable(2)}`,
  staffPassword: () => readable(4),
  webhookSecret: () => `whsec_${DEMO_MARK}${token()}`,
  paymentKey: () => `sk_test_${token()}`,
};
export type SecretMakers = Partial<typeof DEMO_SECRET_MAKERS>;

/** `chosenAccessCode` is set by the admin, so production uses it too. */
type SecretName = keyof typeof DEMO_SECRET_MAKERS | 'chosenAccessCode';
export type StoredSecrets = { readonly [Name in SecretName]?: string | undefined };

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

export function toSecretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** The secrets in a file as far as they can be read. Changes nothing. */
export function peekSecrets(file: string): StoredSecrets {
  try {
    return v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // A start that needs the file reports what is wrong with it.
    return {};
  }
}

/** Whether a secret was made for a demo, of this data folder or another. */
export function isDemoSecret(value: string, stored: StoredSecrets): boolean {
  const { adminToken, accessCode, staffPassword, webhookSecret, paymentKey } = stored;
  const isMarked = /^(?:whsec_)?demo-/i.test(value);
  return isMarked || [adminToken, accessCode, staffPassword, webhookSecret, paymentKey].includes(value);
}

/**
 * Reads secrets from a file; generates and stores missing ones.
 * @throws AppError `data-loss` when the file exists but can't be read
 */
export function loadSecrets(file: string, makers: SecretMakers): StoredSecrets {
  const stored = readStored(file);
  const missing = makeMissing(stored, makers);
  if (Object.keys(missing).length === 0) return stored;
  const completed = { ...stored, ...missing };
  storeSecrets(file, completed);
  return completed;
}

/** Generates what is not stored yet. */
export function makeMissing(stored: StoredSecrets, makers: SecretMakers): StoredSecrets {
  const missing = Object.entries(makers).filter(
    ([name]) => stored[name as keyof StoredSecrets] === undefined,
  );
  return Object.fromEntries(missing.map(([name, make]) => [name, make()]));
}

/** Adds or replaces one secret in the file. @throws AppError `unavailable` when nothing can be written */
export function replaceSecret(file: string, name: keyof StoredSecrets, value: string): void {
  const stored = readStored(file);
  try {
    storeSecrets(file, { ...stored, [name]: value });
  } catch (cause) {
    const message = `${file} can't be written, so nothing was changed. Is there room on its disk?`;
    throw new AppError('unavailable', message, { cause, retryAfter: 10 });
  }
}

function readStored(file: string): StoredSecrets {
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
export function storeSecrets(file: string, stored: StoredSecrets): void {
  const next = `${file}.new`;
  const handle = openSync(next, 'w', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(stored, null, 2)}\n`);
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
