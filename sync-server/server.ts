import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { ServerContext } from './context.ts';
import { createSite } from './create-site.ts';
import { accessCodeRoute } from './http/access-code-route.ts';
import { forAdminAlone } from './http/for-admin-alone.ts';
import { accountRoutes } from './http/account-routes.ts';
import { adminJobRoutes } from './http/admin-job-routes.ts';
import { adminRoutes } from './http/admin-routes.ts';
import { analyticsRoutes } from './http/analytics-routes.ts';
import type { AppEnv } from './http/app-env.ts';
import { backupRoutes } from './http/backup-routes.ts';
import { changeAccessCodeRoute } from './http/change-access-code-route.ts';
import { changesRoute } from './http/changes-route.ts';
import { checkoutRoutes } from './http/checkout-routes.ts';
import { claimRoute } from './http/claim-route.ts';
import { createApp } from './http/create-app.ts';
import { createAddressReader } from './http/client-address.ts';
import { createCsrf } from './http/csrf.ts';
import { deviceRoutes } from './http/device-routes.ts';
import { documentRoutes } from './http/document-routes.ts';
import { createEnquiryQuota } from './http/enquiry-quota.ts';
import { fieldInventoryRoute } from './http/field-inventory-route.ts';
import { healthRoutes } from './http/health-routes.ts';
import { importRoute } from './http/import-route.ts';
import { installationRoutes } from './http/installation-routes.ts';
import { migrationRoutes } from './http/migration-routes.ts';
import { rejectionRoutes } from './http/rejection-routes.ts';
import { restoreRoute } from './http/restore-route.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { createOpenStreams } from './http/open-streams.ts';
import { OTHER_CONNECTIONS, SERVER_OPTIONS } from './http/server-options.ts';
import { staffRoutes } from './http/staff-routes.ts';
import { streamRoute } from './http/stream-route.ts';
import { syncRoutes } from './http/sync-routes.ts';
import { createTokenBuckets } from './http/token-buckets.ts';
import { prepareClose } from './http/prepare-close.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { meterCommits } from './metrics/meter-commits.ts';
import { isStaffAccount } from './accounts/staff-rule.ts';

/** Of one network; a school or an office is one. */
const VIEWS = { capacity: 600, perMinute: 300 };

/** All doors of the server on a context. `buildFolder` is the absolute path of `dist`; without it there are no pages. */
export async function createServerApp(
  context: ServerContext,
  buildFolder: string | undefined,
): Promise<Hono<AppEnv>> {
  const { config, secrets, clock, log, feed, accounts, payments } = context;
  const streams = createOpenStreams(config.streamLimits);
  const metrics = createMetrics({
    now: () => clock.now(),
    sequence: () => context.store.newestSequence(),
    openStreams: () => streams.size,
    walBytes: () =>
      statSync(join(config.dataDir, 'nankeen.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0,
    isDegraded: () => context.store.trouble?.() !== undefined,
  });
  const store = meterCommits(context.store, metrics);
  const addressOf = createAddressReader(config.trustedProxies);
  const quota = createEnquiryQuota({
    clock,
    limits: config.enquiryLimits,
    addressOf,
    table: accounts.attempts,
  });
  const perMinute = config.installationsPerMinute;
  const buckets = createTokenBuckets(clock, { capacity: 2 * perMinute, perMinute });
  const isHttps = config.publicUrl.startsWith('https:');
  const csrf = createCsrf({
    secret: secrets.authSecret,
    sessionCookieName: accounts.sessionCookieName,
    allowedOrigins: config.allowedOrigins,
    isHttps,
  });
  const publicConfig = {
    currency: config.currency,
    contactEmail: config.contactEmail,
    dataEndpoint: config.dataEndpoint,
    production: config.production,
    testPayments: config.stripe === undefined,
  };
  return createApp({
    log,
    isHttps,
    actors: {
      clock,
      signingSecret: secrets.tokenSecret,
      adminToken: secrets.adminToken,
      readSession: context.readSession,
      isBlocked: (fid) => context.installations.isBlocked(fid),
      accessCode: context.accessCode,
    },
    openApi: [
      healthRoutes(store, publicConfig),
      installationRoutes(context.installations, { buckets, addressOf }),
      analyticsRoutes({ metrics, buckets: createTokenBuckets(clock, VIEWS), addressOf }),
      accountRoutes({
        accounts,
        csrf,
        isStaff: (account) => isStaffAccount(context.staffRule, account),
        addressOf,
      }),
      payments.webhook,
    ],
    csrf: csrf.protect,
    api: [
      claimRoute(store, clock),
      adminRoutes(store),
      importRoute(store, clock),
      fieldInventoryRoute(store),
      adminJobRoutes(context.jobs),
      deviceRoutes(context.installations),
      migrationRoutes(context.migrations),
      rejectionRoutes(store),
      backupRoutes(context.backups),
      changeAccessCodeRoute(context.accessCode),
      staffRoutes({
        ...context.staffRule,
        grants: context.staffGrants,
        isVerified: accounts.isVerified,
        clock,
      }),
      accessCodeRoute({ accessCode: context.accessCode, clock, addressOf, table: accounts.attempts }),
      checkoutRoutes(payments.checkouts),
    ],
    data: [
      streamRoute({ store, feed, clock, streams, addressOf, random: Math.random }),
      changesRoute(store, feed),
      syncRoutes({ store, clock, quota, metrics }),
      restoreRoute(store, clock),
      documentRoutes(store, clock, quota),
    ],
    dataEndpoint: config.dataEndpoint,
    site: [
      metricsRoute({ metrics, adminToken: secrets.adminToken, addressOf }),
      ...(payments.simulator ? [payments.simulator] : []),
      ...(buildFolder === undefined ? [] : createSite(context, publicConfig, buildFolder)),
    ],
  });
}

export interface RunningServer {
  readonly port: number;
  /** Takes no new connections, answers what is under way, ends the streams, and closes the context. */
  stop(): Promise<void>;
}

/** Listens. Resolves when the server is reachable. @throws AppError `failed-precondition` when the port is taken */
export async function startServer(context: ServerContext, packageRoot: string): Promise<RunningServer> {
  const app = await createServerApp(context, join(packageRoot, 'dist'));
  return listen(context, app.fetch);
}

/** The same for one command: whoever else finds the port is refused, and there are no pages. */
export async function startPrivateServer(context: ServerContext): Promise<RunningServer> {
  const app = await createServerApp(context, undefined);
  return listen(context, forAdminAlone(app, context.secrets.adminToken));
}

function listen(context: ServerContext, fetch: Hono<AppEnv>['fetch']): Promise<RunningServer> {
  const { port, host: hostname } = context.config;
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname, serverOptions: SERVER_OPTIONS }, (address: AddressInfo) => {
      resolve({ port: address.port, stop });
    }) as Server;
    server.maxConnections = context.config.streamLimits.total + OTHER_CONNECTIONS;
    const closeServer = prepareClose(server);
    const stop = async () => {
      // Streams and long polls would never end by themselves.
      context.feed.close();
      await closeServer();
      await context.close();
    };
    server.once('error', (cause) => reject(toListenError(cause, port)));
  });
}

function toListenError(cause: Error & { code?: string }, port: number): Error {
  if (cause.code !== 'EADDRINUSE') return cause;
  const message = `Port ${port} is taken, perhaps by another start of this server. End that one, or set PORT.`;
  return new AppError('failed-precondition', message, { cause });
}
