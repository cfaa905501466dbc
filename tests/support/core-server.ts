import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { readConfig, type Config } from '#server/config.ts';
import { createContext, type Overrides } from '#server/context.ts';
import type { ChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { Jobs } from '#server/core/jobs/jobs.ts';
import { keepInProcess } from '#server/devices/access-code.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import type { FileLibrary } from '#server/files/file-library.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { STREAM_LIMITS, type StreamLimits } from '#server/http/open-streams.ts';
import type { WriteLimits } from '#server/http/write-quota.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { Payments } from '#server/payments/create-payments.ts';
import { createServerApp } from '#server/server-app.ts';
import type { ResumableUploads } from '#server/uploads/resumable-uploads.ts';
import type { AccountStorage } from '#server/storage.ts';
import type { Upkeep } from '#server/upkeep/upkeep.ts';
import type { Actor } from '#shared/access/actor.ts';
import { ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { createSuiteStore } from './suite-store.ts';
import { createTestClock } from './test-clock.ts';

export const ADMIN_TOKEN = 'admin-token-of-the-tests';
export const DATA_ENDPOINT = 'testing/data';
export const ACCESS_CODE = 'access-code-of-the-tests';

/** Staff by configuration. */
export const STAFF_EMAIL = 'chief@nankeen.example';

/** Config of an in-memory server without pages and background work. */
export const TEST_CONFIG: Config = {
  ...readConfig({ STAFF_EMAILS: STAFF_EMAIL }, '/'),
  buildFolder: undefined,
  isPrivate: true,
};

export const TEST_SECRETS = {
  tokenSecret: 'signing-secret-of-the-tests',
  authSecret: 'x3J9-for-tests-only-0aQ7wE2rT5yU8iO1pLk',
  adminToken: ADMIN_TOKEN,
  accessCode: ACCESS_CODE,
  webhookSecrets: ['whsec_test'],
  demo: { staffPassword: 'password-of-the-tests', paymentKey: 'sk_test_key' },
};

/** The server on an in-memory store, called without a socket. */
export interface CoreServer {
  readonly app: Hono<AppEnv>;
  readonly store: DocumentStore;
  readonly feed: ChangesFeed;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly uploads: ResumableUploads;
  readonly library: FileLibrary;
  /** Not started. */
  readonly mails: Mails;
  readonly payments: Payments;
  readonly upkeep: Upkeep;
  close(): Promise<void>;
  readonly log: readonly string[];
  /** Sends a request as a device, an admin or a signed-in account. */
  request(
    path: string,
    init?: RequestInit & { readonly as?: Caller; readonly json?: unknown },
  ): Promise<Response>;
  tokenOf(fid: string): string;
  changeAccessCode(code: string): void;
  /** Accounts by the name in the cookie `session=<name>`. */
  readonly sessions: Map<string, Pick<Actor, 'isStaff' | 'role'> & { accountId: string; email: string }>;
}

export type Caller =
  | 'admin'
  | {
      readonly device?: string;
      readonly session?: string;
      /** Whether the device sends the access code's token. */
      readonly isUnlocked?: boolean;
    };

export interface CoreOptions extends Pick<
  Overrides,
  | 'addressOf'
  | 'random'
  | 'products'
  | 'freeBytes'
  | 'log'
  | 'storage'
  | 'pictureMaker'
  | 'mailer'
  | 'createGateway'
> {
  readonly importMaxBytes?: number;
  readonly filesMaxBytes?: number;
  readonly dataDir?: string;
  readonly streams?: StreamLimits;
  /** Unlimited by default: random runs write thousands. */
  readonly limits?: Partial<WriteLimits>;
  /** Shared between servers, it keeps attempt counts across a restart. */
  readonly accounts?: AccountStorage;
  /** Absolute path of the build to serve; the archive of earlier builds is kept below it. */
  readonly buildFolder?: string;
  readonly publicUrl?: string;
  readonly pictureOrigins?: readonly string[];
}

const ENDLESS = { perHour: 1e12, perHourOfNetwork: 1e12 };
const UNLIMITED: WriteLimits = {
  enquiries: ENDLESS,
  writes: ENDLESS,
  bytes: ENDLESS,
  stored: { writes: 1e9, bytes: 1e12 },
};

export function createCoreServer(
  store: DocumentStore = createSuiteStore(),
  clock: Clock = createTestClock(),
  options: CoreOptions = {},
): CoreServer {
  const {
    streams,
    limits,
    accounts,
    buildFolder,
    publicUrl,
    importMaxBytes,
    filesMaxBytes,
    pictureOrigins,
    ...overrides
  } = options;
  const sessions: CoreServer['sessions'] = new Map();
  const log: string[] = [];
  const quiet = () => undefined;
  const write = (_facts: object, text: string) => void log.push(text);
  const dataDir =
    options.dataDir ?? join(buildFolder ?? join(tmpdir(), `nankeen-tests-${process.pid}`), 'data');
  const config: Config = {
    ...TEST_CONFIG,
    streamLimits: streams ?? STREAM_LIMITS,
    writeLimits: { ...UNLIMITED, ...limits },
    publicUrl: publicUrl ?? TEST_CONFIG.publicUrl,
    pictureOrigins: pictureOrigins ?? TEST_CONFIG.pictureOrigins,
    buildFolder,
    importMaxBytes: importMaxBytes ?? TEST_CONFIG.importMaxBytes,
    filesMaxBytes: filesMaxBytes ?? TEST_CONFIG.filesMaxBytes,
    dataDir,
    filesDir: dataDir,
  };
  const context = createContext(config, {
    addressOf: () => '203.0.113.7',
    random: () => 0.5,
    ...overrides,
    secrets: TEST_SECRETS,
    keptAccessCode: keepInProcess(TEST_SECRETS.accessCode, () => undefined),
    clock,
    log: options.log ?? { debug: quiet, info: quiet, warn: write, error: write },
    storage:
      options.storage ?? createMemoryStorage(clock, { documents: store, ...(accounts ? { accounts } : {}) }),
    readSession: async (headers) => {
      const name = /session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';
      const session = sessions.get(name);
      if (!session) return undefined;
      const role = session.role ?? (session.isStaff ? 'staff' : 'customer');
      return {
        sessionId: name,
        isConfirmed: true,
        ...session,
        role,
        isCurrent: () => sessions.get(name) === session,
      };
    },
  });
  const app = createServerApp(context);
  const { accessCode } = context;

  const tokenOf = (fid: string) => signDeviceToken(fid, clock.now(), TEST_SECRETS.tokenSecret);
  return {
    app,
    store,
    feed: context.feed,
    clock,
    jobs: context.jobs,
    uploads: context.uploads,
    library: context.library,
    mails: context.mails,
    payments: context.payments,
    upkeep: context.upkeep,
    close: context.close,
    log,
    sessions,
    tokenOf,
    changeAccessCode: accessCode.change,
    async request(path, { as, json, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as === 'admin') headers.set('authorization', `Bearer ${ADMIN_TOKEN}`);
      else if (as?.device) headers.set('authorization', `Bearer ${tokenOf(as.device)}`);
      if (as !== 'admin' && as?.device && as.isUnlocked)
        headers.set(ACCESS_CODE_HEADER, accessCode.issueToken(as.device));
      if (as !== 'admin' && as?.session) headers.set('cookie', `session=${as.session}`);
      if (json !== undefined) headers.set('content-type', 'application/json');
      const body = json === undefined ? init.body : JSON.stringify(json);
      return app.request(`/api/v1${path}`, { ...init, headers, ...(body === undefined ? {} : { body }) });
    },
  };
}
