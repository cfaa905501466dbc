import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { formatAbn } from '#shared/domain/abn.ts';
import type { GstRule } from '#shared/domain/order-totals.ts';
import type { Seller } from '#shared/domain/seller.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { findProductionProblems, toAllowedOrigins, type Settings } from './config-rules.ts';
import { CONFIG_NAMES, DEFAULT_DATA_DIR, environmentSchema, SECRET_NAMES } from './config-schema.ts';
import { GOOGLE_ISSUER, type GoogleSettings } from './accounts/google-settings.ts';
import type { StreamLimits } from './http/open-streams.ts';
import type { HourlyLimit } from './http/quota.ts';
import type { WriteLimits } from './http/write-quota.ts';
import type { LogLevel } from './log.ts';
import { peekSecrets, toSecretsFile } from './secrets-file.ts';
import type { BackupSchedule } from './upkeep/scheduled-backups.ts';

export interface StripeConfig {
  readonly secretKey: string;
  /** Two during a rotation; a delivery signed with either is accepted. */
  readonly webhookSecrets: readonly string[];
}

/** PostgreSQL, for a shop with several nodes. */
export interface DatabaseConfig {
  readonly url: string;
  readonly schema: string;
  /** Most connections of this node. */
  readonly connections: number;
  /** Whether a failover of the database loses nothing. */
  readonly keepsAll: boolean;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Absolute path of the folder with pictures, documents, imports and files of earlier builds: `dataDir` by default. */
  readonly filesDir: string;
  /** Without it the data are in SQLite files in `dataDir`. */
  readonly database: DatabaseConfig | undefined;
  /** Of this node, in logs and for the other nodes. */
  readonly nodeName: string;
  /** From a stop's beginning until the streams end: a balancer must have noticed. */
  readonly drainMs: number;
  /** Prefix of the stored collections, like `testing/data`. */
  readonly dataEndpoint: string;
  readonly production: boolean;
  /** Base URL of the store's pages, without a trailing slash. */
  readonly publicUrl: string;
  /** Origins whose pages may send a session cookie. */
  readonly allowedOrigins: readonly string[];
  readonly adminToken: string | undefined;
  readonly accessCode: string | undefined;
  /** Two during a rotation: the first signs, both verify. */
  readonly tokenSecret: readonly string[] | undefined;
  /** As `tokenSecret`. */
  readonly authSecret: readonly string[] | undefined;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** ISO 3166-1 codes of where the shop delivers to; empty if no address is asked for. */
  readonly deliveryCountries: readonly string[];
  readonly contactEmail: string;
  readonly seller: Seller;
  readonly gstRule: GstRule;
  /** Origins that pages may show pictures from: the shop's own, and one for each of `PICTURE_HOSTS`. */
  readonly pictureOrigins: readonly string[];
  /** Without it the built-in payment simulator is used. */
  readonly stripe: StripeConfig | undefined;
  /** Without it there is no sign-in with Google. */
  readonly google: GoogleSettings | undefined;
  readonly smtpUrl: string | undefined;
  /** Lower case. */
  readonly staffEmails: readonly string[];
  /** New devices per minute and network address; bursts may be twice as many. */
  readonly installationsPerMinute: number;
  /** Of all network addresses together, likewise. */
  readonly installationsPerMinuteInTotal: number;
  readonly writeLimits: WriteLimits;
  /** Content of rejected writes that is kept. */
  readonly rejectedBytes: number;
  /** Payment sessions that may be started. */
  readonly checkoutLimits: HourlyLimit;
  readonly streamLimits: StreamLimits;
  /** Maximum size of an import file, uploaded and unpacked. */
  readonly importMaxBytes: number;
  /** Maximum size of all stored files together, those being sent included. */
  readonly filesMaxBytes: number;
  readonly backupSchedule: BackupSchedule;
  /** Addresses and networks of proxies that are trusted to name the caller's address. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: LogLevel;
  /** Absolute path of the app's build; `undefined` to serve no pages. */
  readonly buildFolder: string | undefined;
  /** A server for a single command, without background work. */
  readonly isPrivate: boolean;
  /** For a command that only reads, which may run while a server locks the data folder. */
  readonly isReading: boolean;
}

const DAY_MS = 24 * 3_600_000;
const PROVIDER_TIMEOUT_MS = 10_000;

/** Where the photos of Google's accounts are. */
const GOOGLE_PHOTOS = 'https://lh3.googleusercontent.com';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every setting once, secrets also from files. An empty variable counts as not set; relative folders start at the package root.
 * @throws AppError `invalid-argument`, reason `CONFIG`, with every problem on its own line
 */
export function readConfig(env: Environment, packageRoot: string): Config {
  const fromFiles = readSecretFiles(env, packageRoot);
  const given: Settings = {
    ...Object.fromEntries(CONFIG_NAMES.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : []))),
    ...fromFiles.given,
  };
  const parsed = v.safeParse(environmentSchema, given);
  const dataDir = resolve(packageRoot, given['DATA_DIR']?.trim() ?? DEFAULT_DATA_DIR);
  const problems = [
    ...fromFiles.problems,
    ...(parsed.issues ?? []).map((issue) => toProblem(issue, given)),
    ...findProductionProblems(given, () => peekSecrets(toSecretsFile(dataDir))),
  ];
  if (!parsed.success || problems.length > 0) throw toConfigError(problems);
  const values = parsed.output;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const google =
    values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
      ? {
          clientId: values.GOOGLE_CLIENT_ID,
          clientSecret: values.GOOGLE_CLIENT_SECRET,
          issuer: values.OIDC_ISSUER,
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }
      : undefined;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    filesDir: values.FILES_DIR === undefined ? dataDir : resolve(packageRoot, values.FILES_DIR),
    database: values.DATABASE_URL
      ? {
          url: values.DATABASE_URL,
          schema: values.DATABASE_SCHEMA,
          connections: values.DATABASE_CONNECTIONS,
          keepsAll: values.DATABASE_KEEPS_ALL,
        }
      : undefined,
    nodeName: values.NODE_NAME ?? hostname(),
    drainMs: values.DATABASE_URL ? 1000 * values.DRAIN_SECONDS : 0,
    dataEndpoint: values.DATA_ENDPOINT,
    production: values.PRODUCTION,
    publicUrl,
    allowedOrigins: toAllowedOrigins(publicUrl),
    adminToken: values.ADMIN_TOKEN,
    accessCode: values.ACCESS_CODE,
    tokenSecret: values.TOKEN_SECRET,
    authSecret: values.AUTH_SECRET,
    currency: values.STORE_CURRENCY,
    deliveryCountries: values.DELIVERY_COUNTRIES,
    contactEmail: values.CONTACT_EMAIL,
    seller: {
      name: values.COMPANY_NAME ?? '',
      address: values.COMPANY_ADDRESS ?? '',
      abn: values.ABN === undefined ? '' : formatAbn(values.ABN),
    },
    gstRule: values.GST_RULE,
    pictureOrigins: [
      publicUrl,
      ...values.PICTURE_HOSTS.map((host) => `https://${host.toLowerCase()}`),
      ...(google?.issuer === GOOGLE_ISSUER ? [GOOGLE_PHOTOS] : []),
    ],
    stripe: values.STRIPE_SECRET_KEY
      ? { secretKey: values.STRIPE_SECRET_KEY, webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? [] }
      : undefined,
    google,
    smtpUrl: values.SMTP_URL,
    staffEmails: values.STAFF_EMAILS.map((entry) => entry.toLowerCase()),
    installationsPerMinute: values.INSTALLATIONS_PER_MINUTE,
    installationsPerMinuteInTotal: values.INSTALLATIONS_PER_MINUTE_IN_TOTAL,
    writeLimits: {
      enquiries: {
        perHour: values.ENQUIRIES_PER_HOUR,
        perHourOfNetwork: values.ENQUIRIES_PER_HOUR_OF_NETWORK,
      },
      writes: { perHour: values.WRITES_PER_HOUR, perHourOfNetwork: values.WRITES_PER_HOUR_OF_NETWORK },
      bytes: {
        perHour: values.BYTES_PER_HOUR,
        perHourOfNetwork: values.BYTES_PER_HOUR_OF_NETWORK,
        perHourInTotal: values.BYTES_PER_HOUR_IN_TOTAL,
      },
      stored: { writes: values.STORED_WRITES, bytes: values.STORED_BYTES },
    },
    rejectedBytes: values.REJECTED_BYTES,
    checkoutLimits: {
      perHour: values.CHECKOUTS_PER_HOUR,
      perHourOfNetwork: values.CHECKOUTS_PER_HOUR_OF_NETWORK,
      perHourInTotal: values.CHECKOUTS_PER_HOUR_IN_TOTAL,
    },
    streamLimits: {
      perDevice: values.STREAMS_PER_DEVICE,
      perNetwork: values.STREAMS_PER_NETWORK,
      total: values.STREAMS_IN_TOTAL,
    },
    importMaxBytes: values.IMPORT_MAX_BYTES,
    filesMaxBytes: values.FILES_MAX_BYTES,
    backupSchedule: {
      everyMs: (values.BACKUP_EVERY ?? (values.PRODUCTION ? DAY_MS : 0)) || undefined,
      keep: values.BACKUP_KEEP,
    },
    trustedProxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    buildFolder: join(packageRoot, 'dist'),
    isPrivate: false,
    isReading: false,
  };
}

/**
 * Secrets from files, as container platforms mount them: `ADMIN_TOKEN_FILE` names the file that holds ADMIN_TOKEN. The
 * line feed at its end doesn't count.
 */
function readSecretFiles(env: Environment, packageRoot: string) {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRET_NAMES) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) {
      problems.push(`${name}_FILE: is set beside ${name}; set one of them.`);
      continue;
    }
    try {
      const content = readFileSync(resolve(packageRoot, file), 'utf8').trimEnd();
      if (content !== '') given[name] = content;
      else problems.push(`${name}_FILE: ${file} is empty.`);
    } catch (cause) {
      problems.push(
        `${name}_FILE: ${file} can't be read (${String((cause as NodeJS.ErrnoException).code)}).`,
      );
    }
  }
  return { given, problems };
}

const SECRET_NAME = /TOKEN|SECRET|CODE|SMTP|DATABASE_URL/;

function toProblem(issue: v.BaseIssue<unknown>, given: Settings): string {
  const name = String(issue.path?.[0]?.key);
  const shown = SECRET_NAME.test(name) ? 'the value given' : JSON.stringify(given[name]);
  return `${name}: ${shown} is not accepted; expected ${issue.message}.`;
}

function toConfigError(problems: readonly string[]): AppError {
  const lines = [...new Set(problems)].map((problem) => `  - ${problem}`);
  return new AppError(
    'invalid-argument',
    `The server did not start because of its settings (see .env.example):\n${lines.join('\n')}`,
    { reason: 'CONFIG' },
  );
}
