import { chmodSync, mkdirSync } from 'node:fs';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Config } from '#server/config.ts';
import type { SigningSecret } from '#server/devices/device-tokens.ts';
import { isWeakAccessCode, WEAK_ACCESS_CODE } from './config-rules.ts';
import {
  SIGNING_SECRET_MAKERS,
  DEMO_SECRET_MAKERS,
  loadSecrets,
  replaceSecret,
  toSecretsFile,
  type SecretMakers,
  type StoredSecrets,
} from './secrets-file.ts';

/** Secrets that a demo start generates and prints; production gets them from its settings. */
export interface DemoSecrets {
  readonly staffPassword: string;
  /** Bearer key between the payment gateway and the simulator. */
  readonly paymentKey: string;
}

export interface Secrets {
  /** Signs device tokens. */
  readonly tokenSecret: SigningSecret;
  /** Signs account sessions. */
  readonly authSecret: SigningSecret;
  readonly adminToken: string;
  readonly accessCode: string;
  readonly webhookSecrets: readonly string[];
  /** Absent in production. */
  readonly demo: DemoSecrets | undefined;
}

/**
 * The secrets of this installation: from the settings, otherwise from `{dataDir}/secrets.json`, generated at the first
 * start. In production only the two signing secrets are generated, and no demo secret is read.
 * @param isPrivate for a single command: generates no demo secrets, only temporary values for missing ones
 * @throws AppError `data-loss` when the file exists but can't be read, `invalid-argument` in production without an
 *   access code
 */
export function readSecrets(config: Config, isPrivate = false): Secrets {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  chmodSync(config.dataDir, 0o700);
  const file = toSecretsFile(config.dataDir);
  return toSecrets(config, loadSecrets(file, makersOf(config, isPrivate)), isPrivate);
}

/** Those that an installation generates and stores; production on a database has its signing secrets from the settings. */
export function makersOf({ production, database }: Config, isPrivate = false): SecretMakers {
  if (production && database) return {};
  return production || isPrivate ? SIGNING_SECRET_MAKERS : DEMO_SECRET_MAKERS;
}

/**
 * The secrets of the settings, and what is stored in place of the others.
 * @throws AppError `invalid-argument` in production without an access code
 */
export function toSecrets(config: Config, stored: StoredSecrets, isPrivate = false): Secrets {
  const isDemo = !config.production && !isPrivate;
  // A command's own server only serves that command, so missing secrets are temporary.
  const demo: StoredSecrets = isDemo ? stored : isPrivate ? { ...makeAll(), ...stored } : {};
  return {
    tokenSecret: config.tokenSecret ?? needed(stored.tokenSecret),
    authSecret: config.authSecret ?? needed(stored.authSecret),
    adminToken: needed(config.adminToken ?? demo.adminToken),
    accessCode: config.accessCode ?? stored.chosenAccessCode ?? demo.accessCode ?? refuseWithoutCode(),
    webhookSecrets: config.stripe?.webhookSecrets ?? [needed(demo.webhookSecret)],
    demo: config.production
      ? undefined
      : { staffPassword: needed(demo.staffPassword), paymentKey: needed(demo.paymentKey) },
  };
}

function makeAll(): StoredSecrets {
  return Object.fromEntries(Object.entries(DEMO_SECRET_MAKERS).map(([name, make]) => [name, make()]));
}

/**
 * Stores an access code set by the admin for later starts.
 * @throws AppError `unavailable`, or `invalid-argument` for a code that production refuses at its start
 */
export function keepAccessCode(config: Config, code: string): void {
  assertAccessCode(config, code);
  replaceSecret(toSecretsFile(config.dataDir), 'chosenAccessCode', code);
}

/** @throws AppError `invalid-argument` for a code that production refuses at its start */
export function assertAccessCode({ production }: Config, code: string): void {
  if (!production || !isWeakAccessCode(code)) return;
  const message = `The code ${WEAK_ACCESS_CODE} Nothing was changed.`;
  throw new AppError('invalid-argument', message, { path: 'code', nothingWritten: true });
}

function refuseWithoutCode(): never {
  throw new AppError(
    'invalid-argument',
    'The server did not start because of its settings (see .env.example):\n' +
      '  - ACCESS_CODE: is not set; PRODUCTION=true needs the access code of the purchase-order pages, there or by ' +
      '`nankeen access-code set --db DATA_DIR`; the demo code is refused.',
    { reason: 'CONFIG' },
  );
}

function needed(value: string | undefined): string {
  if (value === undefined) throw new Error('A secret is missing although the settings were checked.');
  return value;
}
