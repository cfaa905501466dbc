import type { Hono } from 'hono';
import type { Actor } from '#shared/access/actor.ts';
import { ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createJobs, type Jobs } from '#server/core/jobs/jobs.ts';
import { createChangesFeed } from '#server/core/changes-feed.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { signDeviceToken } from '#server/devices/device-tokens.ts';
import { createPresentAccessCode } from '#server/devices/access-code.ts';
import { createInstallations } from '#server/devices/installations.ts';
import { accessCodeRoute } from '#server/http/access-code-route.ts';
import { adminJobRoutes } from '#server/http/admin-job-routes.ts';
import { adminRoutes } from '#server/http/admin-routes.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { backupRoutes } from '#server/http/backup-routes.ts';
import { changeAccessCodeRoute } from '#server/http/change-access-code-route.ts';
import { changesRoute } from '#server/http/changes-route.ts';
import { claimRoute } from '#server/http/claim-route.ts';
import { createApp } from '#server/http/create-app.ts';
import { deviceRoutes } from '#server/http/device-routes.ts';
import { documentRoutes } from '#server/http/document-routes.ts';
import { createEnquiryQuota, type EnquiryLimits } from '#server/http/enquiry-quota.ts';
import { fieldInventoryRoute } from '#server/http/field-inventory-route.ts';
import { healthRoutes } from '#server/http/health-routes.ts';
import { importRoute } from '#server/http/import-route.ts';
import { installationRoutes } from '#server/http/installation-routes.ts';
import { metricsRoute } from '#server/http/metrics-route.ts';
import { createOpenStreams, type StreamLimits } from '#server/http/open-streams.ts';
import { migrationRoutes } from '#server/http/migration-routes.ts';
import { rejectionRoutes } from '#server/http/rejection-routes.ts';
import { restoreRoute } from '#server/http/restore-route.ts';
import { staffRoutes } from '#server/http/staff-routes.ts';
import { streamRoute } from '#server/http/stream-route.ts';
import type { AttemptTable } from '#server/accounts/account-tables.ts';
import { createTokenBuckets } from '#server/http/token-buckets.ts';
import { syncRoutes } from '#server/http/sync-routes.ts';
import { createMetrics } from '#server/metrics/create-metrics.ts';
import { meterCommits } from '#server/metrics/meter-commits.ts';
import { createMigrationRuns } from '#server/migrations/migration-runs.ts';
import { createMemoryMigrations } from '#server/stores/memory/memory-migrations.ts';
import { createMemoryBackups } from '#server/stores/memory/memory-backups.ts';
import { createMemoryDeviceStore } from '#server/stores/memory/memory-devices.ts';
import { createMemoryStaffGrants } from '#server/stores/memory/memory-staff-grants.ts';
import { createMemoryStore } from '#server/stores/memory/memory-store.ts';
import { createTestClock } from './test-clock.ts';

export const ADMIN_TOKEN = 'admin-token-of-the-tests';
export const DATA_ENDPOINT = 'testing/data';
export const ACCESS_CODE = 'access-code-of-the-tests';
/** Named in the settings. */
export const STAFF_EMAIL = 'chief@nankeen.example';
const SIGNING_SECRET = 'signing-secret-of-the-tests';

/** The sync doors on a store in memory: everything but accounts and payments, and no socket. */
export interface CoreServer {
  readonly app: Hono<AppEnv>;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: readonly string[];
  /** Calls as a device, an admin or a signed-in account. */
  request(
    path: string,
    init?: RequestInit & { readonly as?: Caller; readonly json?: unknown },
  ): Promise<Response>;
  tokenOf(fid: string): string;
  changeAccessCode(code: string): void;
  /** Who a session cookie `session=<name>` stands for. */
  readonly sessions: Map<string, Pick<Actor, 'isStaff'> & { accountId: string; email: string }>;
}

export type Caller =
  | 'admin'
  | {
      readonly device?: string;
      readonly session?: string;
      /** Whether the device holds the access code's token. */
      readonly isUnlocked?: boolean;
    };

export interface CoreLimits {
  readonly streams?: StreamLimits;
  /** None unless told otherwise: random runs write thousands. */
  readonly enquiries?: EnquiryLimits;
  /** Lets counts outlive the server. */
  readonly table?: AttemptTable;
}

const UNLIMITED: EnquiryLimits = { perHour: 1e9, perHourOfNetwork: 1e9 };

export function createCoreServer(
  store: DocumentStore = createMemoryStore(),
  clock: Clock = createTestClock(),
  { streams: streamLimits, enquiries = UNLIMITED, table }: CoreLimits = {},
): CoreServer {
  const feed = createChangesFeed(store);
  const streams = createOpenStreams(streamLimits);
  const metrics = createMetrics({
    now: () => clock.now(),
    sequence: () => store.newestSequence(),
    openStreams: () => streams.size,
    walBytes: () => 0,
    isDegraded: () => store.trouble?.() !== undefined,
  });
  const metered = meterCommits(store, metrics);
  const addressOf = () => '203.0.113.7';
  const quota = createEnquiryQuota({ clock, limits: enquiries, addressOf, ...(table ? { table } : {}) });
  const installations = createInstallations(createMemoryDeviceStore(), clock, SIGNING_SECRET);
  const accessCode = createPresentAccessCode(ACCESS_CODE, SIGNING_SECRET, () => undefined);
  const staffGrants = createMemoryStaffGrants();
  const sessions: CoreServer['sessions'] = new Map();
  const log: string[] = [];
  const write = (_facts: object, text: string) => void log.push(text);
  const jobs = createJobs({ store, clock, log: { error: write } });
  const app = createApp({
    log: { debug: () => undefined, warn: write, error: write },
    isHttps: false,
    actors: {
      clock,
      signingSecret: SIGNING_SECRET,
      adminToken: ADMIN_TOKEN,
      isBlocked: (fid) => installations.isBlocked(fid),
      accessCode,
      readSession: async (headers) => {
        const name = /session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';
        const session = sessions.get(name);
        return session && { ...session, isCurrent: () => sessions.get(name) === session };
      },
    },
    openApi: [
      healthRoutes(store, {
        currency: 'AUD',
        contactEmail: 'hello@nankeen.example',
        dataEndpoint: DATA_ENDPOINT,
        production: false,
        testPayments: true,
      }),
      installationRoutes(installations, {
        buckets: createTokenBuckets(clock, { capacity: 1000, perMinute: 60 }),
        addressOf,
      }),
    ],
    api: [
      claimRoute(store, clock),
      adminRoutes(store),
      importRoute(store, clock),
      fieldInventoryRoute(store),
      adminJobRoutes(jobs),
      deviceRoutes(installations),
      migrationRoutes(createMigrationRuns(createMemoryMigrations(), clock)),
      rejectionRoutes(metered),
      backupRoutes(createMemoryBackups(store, clock)),
      changeAccessCodeRoute(accessCode),
      staffRoutes({
        production: true,
        staffEmails: [STAFF_EMAIL],
        grants: staffGrants,
        isVerified: () => undefined,
        clock,
      }),
      accessCodeRoute({ accessCode, clock, addressOf, ...(table ? { table } : {}) }),
    ],
    data: [
      streamRoute({ store, feed, clock, streams, addressOf, random: () => 0.5 }),
      changesRoute(store, feed),
      syncRoutes({ store: metered, clock, quota, metrics }),
      restoreRoute(store, clock),
      documentRoutes(store, clock, quota),
    ],
    dataEndpoint: DATA_ENDPOINT,
    site: [metricsRoute({ metrics, adminToken: ADMIN_TOKEN, addressOf })],
  });

  const tokenOf = (fid: string) => signDeviceToken(fid, clock.now(), SIGNING_SECRET);
  return {
    app,
    store,
    clock,
    jobs,
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
