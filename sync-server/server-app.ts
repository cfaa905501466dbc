import { Hono } from 'hono';
import { API_PREFIX } from '#shared/api/routes.ts';
import { isStaffAccount } from './accounts/staff-rule.ts';
import type { ServerContext } from './context.ts';
import { createSite } from './create-site.ts';
import { accessCodeRoute } from './http/access-code-route.ts';
import { accountRoutes } from './http/account-routes.ts';
import { adminJobRoutes } from './http/admin-job-routes.ts';
import { adminRoutes } from './http/admin-routes.ts';
import { analyticsRoutes } from './http/analytics-routes.ts';
import { answerError, answerNotFound } from './http/answer-error.ts';
import type { AppEnv } from './http/app-env.ts';
import { backupRoutes } from './http/backup-routes.ts';
import { changeAccessCodeRoute } from './http/change-access-code-route.ts';
import { changesRoute } from './http/changes-route.ts';
import { checkoutRoutes } from './http/checkout-routes.ts';
import { claimRoute } from './http/claim-route.ts';
import { compressAnswers } from './http/compress-answers.ts';
import { createCsrf } from './http/csrf.ts';
import { deviceRoutes } from './http/device-routes.ts';
import { documentRoutes } from './http/document-routes.ts';
import { createEnquiryQuota } from './http/enquiry-quota.ts';
import { fieldInventoryRoute } from './http/field-inventory-route.ts';
import { healthRoutes } from './http/health-routes.ts';
import { importRoute } from './http/import-route.ts';
import { installationRoutes } from './http/installation-routes.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { migrationRoutes } from './http/migration-routes.ts';
import { createOpenStreams } from './http/open-streams.ts';
import { answerRaw } from './http/raw-answer.ts';
import { refuseTrickPaths } from './http/refuse-trick-paths.ts';
import { rejectionRoutes } from './http/rejection-routes.ts';
import { requestLog } from './http/request-log.ts';
import { holdNewerWrites, requireProtocol } from './http/require-protocol.ts';
import { resolveActor } from './http/resolve-actor.ts';
import { restoreRoute } from './http/restore-route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staffRoutes } from './http/staff-routes.ts';
import { streamRoute } from './http/stream-route.ts';
import { syncRoutes } from './http/sync-routes.ts';
import { createTokenBuckets } from './http/token-buckets.ts';
import { webhookRoute } from './http/webhook-route.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { meterCommits } from './metrics/meter-commits.ts';

/** Of one network; a school or an office is one. */
const VIEWS = { capacity: 600, perMinute: 300 };

/** The HTTP app on a context: everything unknown is a coded 404. */
export function createServerApp(context: ServerContext): Hono<AppEnv> {
  const { config, secrets, clock, random, log, addressOf, storage, feed, accounts, payments } = context;
  const streams = createOpenStreams(config.streamLimits);
  const metrics = createMetrics({
    now: () => clock.now(),
    sequence: () => storage.documents.newestSequence(),
    openStreams: () => streams.size,
    walBytes: storage.walBytes,
    isDegraded: () => storage.documents.trouble?.() !== undefined,
  });
  const store = meterCommits(storage.documents, metrics);
  const table = accounts.attempts;
  const quota = createEnquiryQuota({ clock, limits: config.enquiryLimits, addressOf, table });
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
  const isStaff = isStaffAccount.bind(undefined, context.staffRule);
  const grants = storage.staffGrants;

  const app = new Hono<AppEnv>();
  const mount = (prefix: string, ...parts: readonly Hono<AppEnv>[]) => {
    for (const part of parts) app.route(prefix, part);
  };
  app.onError(answerError(log));
  app.notFound(answerNotFound);
  app.use('*', answerRaw, requestLog(log), securityHeaders(isHttps), compressAnswers, refuseTrickPaths);

  app.use(`${API_PREFIX}/*`, requireProtocol());
  app.use(`${API_PREFIX}/*`, async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  mount(
    API_PREFIX,
    healthRoutes(store, publicConfig),
    installationRoutes(context.installations, { buckets, addressOf }),
    analyticsRoutes({ metrics, buckets: createTokenBuckets(clock, VIEWS), addressOf }),
    accountRoutes({ accounts, csrf, isStaff, addressOf }),
    webhookRoute(payments.news),
  );

  app.use(`${API_PREFIX}/*`, resolveActor(context), csrf.protect);
  mount(
    API_PREFIX,
    claimRoute(store, clock),
    adminRoutes(store),
    importRoute(store, clock),
    fieldInventoryRoute(store),
    adminJobRoutes(context.jobs),
    deviceRoutes(context.installations),
    migrationRoutes(context.migrations),
    rejectionRoutes(store),
    backupRoutes(storage.backups),
    changeAccessCodeRoute(context.accessCode),
    staffRoutes({ ...context.staffRule, grants, isVerified: accounts.isVerified, clock }),
    accessCodeRoute({ accessCode: context.accessCode, clock, addressOf, table }),
    checkoutRoutes(payments.checkouts),
  );

  const data = `${API_PREFIX}/${config.dataEndpoint}`;
  app.use(`${data}/*`, holdNewerWrites());
  mount(
    data,
    streamRoute({ store, feed, clock, streams, addressOf, random }),
    changesRoute(store, feed),
    syncRoutes({ store, clock, quota, metrics }),
    restoreRoute(store, clock),
    documentRoutes(store, clock, quota),
  );
  mount('/', metricsRoute({ metrics, adminToken: secrets.adminToken, addressOf }));
  if (payments.simulator) app.route('/', payments.simulator);
  if (config.buildFolder !== undefined) {
    mount('/', ...createSite(context, publicConfig, config.buildFolder));
  }
  return app;
}
