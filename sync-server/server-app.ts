import { Hono } from 'hono';
import { API_PREFIX } from '#shared/api/routes.ts';
import type { ServerContext } from './context.ts';
import { watchDeletes } from './core/delete-alarm.ts';
import { createSite } from './create-site.ts';
import { toSecrets } from './devices/device-tokens.ts';
import { createAdminTokenCheck } from './http/admin-token.ts';
import { accessCodeRoutes } from './http/access-code-routes.ts';
import { accountRoutes } from './http/account-routes.ts';
import { analyticsRoutes } from './http/analytics-routes.ts';
import { createErrorHandler, handleNotFound } from './http/error-handlers.ts';
import { createApiRouter } from './http/api-router.ts';
import type { AppEnv } from './http/app-env.ts';
import { backOfficeRoutes } from './http/back-office-routes.ts';
import { backupRoutes } from './http/backup-routes.ts';
import { collectionRoutes } from './http/collection-routes.ts';
import { compressResponses } from './http/compress-responses.ts';
import { createCsrf } from './http/csrf.ts';
import { deletionRoutes } from './http/deletion-routes.ts';
import { deviceNameRoutes } from './http/device-name-routes.ts';
import { deviceRoutes } from './http/device-routes.ts';
import { doctorRoutes } from './http/doctor-routes.ts';
import { documentRoutes } from './http/document-routes.ts';
import { fileRoutes } from './http/file-routes.ts';
import { factorRoutes } from './http/factor-routes.ts';
import { googleRoutes } from './http/google-routes.ts';
import { healthRoutes } from './http/health-routes.ts';
import { jobRoutes } from './http/job-routes.ts';
import { limitBodies } from './http/limit-bodies.ts';
import { limitResponses } from './http/limit-responses.ts';
import { mailRoutes } from './http/mail-routes.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { migrationRoutes } from './http/migration-routes.ts';
import { createOpenStreams } from './http/open-streams.ts';
import { ownDataRoutes } from './http/own-data-routes.ts';
import { createPageCache } from './http/page-cache.ts';
import { orderRoutes } from './http/order-routes.ts';
import { paymentRoutes } from './http/payment-routes.ts';
import { rawResponse } from './http/raw-response.ts';
import { rejectAmbiguousPaths } from './http/reject-ambiguous-paths.ts';
import { rejectionRoutes } from './http/rejection-routes.ts';
import { requestLog } from './http/request-log.ts';
import { requireProtocol } from './http/require-protocol.ts';
import { resolveActor } from './http/resolve-actor.ts';
import { createSecurityLog } from './http/security-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { servedFiles } from './http/served-files.ts';
import { sessionRoutes } from './http/session-routes.ts';
import { staffRoutes } from './http/staff-routes.ts';
import { streamRoutes } from './http/stream-routes.ts';
import { syncRoutes } from './http/sync-routes.ts';
import { uploadRoutes } from './http/upload-routes.ts';
import { createWriteQuota } from './http/write-quota.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { meterCommits } from './metrics/meter-commits.ts';

/** The HTTP app on a context. Unknown paths get a coded 404. */
export function createServerApp(context: ServerContext): Hono<AppEnv> {
  const { config, secrets, clock, log, addressOf, storage, accounts, payments } = context;
  const isHttps = config.publicUrl.startsWith('https:');
  const streams = createOpenStreams(config.streamLimits);
  const pages = createPageCache();
  const metrics = createMetrics({
    now: () => clock.now(),
    sequence: () => storage.documents.lastKnownSequence(),
    openStreams: () => streams.size,
    pageCacheBytes: () => pages.bytes,
    storage: storage.metrics,
    lastBackupAt: async () => (await storage.backups.names())[0]?.at,
    isDegraded: () => storage.documents.failure?.() !== undefined || storage.isDamaged(),
  });
  watchDeletes({ store: storage.documents, clock, log, onAlarm: metrics.deletedMany });
  const csrf = createCsrf({
    secret: secrets.authSecret,
    sessionCookieName: accounts.sessionCookieName,
    allowedOrigins: config.allowedOrigins,
    isHttps,
  });
  const publicConfig = {
    currency: config.currency,
    contactEmail: config.contactEmail,
    seller: config.seller,
    gstRule: config.gstRule,
    pictureOrigins: [...config.pictureOrigins],
    deliveryCountries: [...config.deliveryCountries],
    dataEndpoint: config.dataEndpoint,
    production: config.production,
    testPayments: config.stripe === undefined,
    googleSignIn: config.google !== undefined,
  };
  const counted = { clock, networkOf: context.networkOf, attempts: accounts.attempts };
  const [secret = ''] = toSecrets(secrets.tokenSecret);
  const securityLog = createSecurityLog({ log, secret, addressOf });
  const isAdminToken = createAdminTokenCheck({ ...counted, adminToken: secrets.adminToken, securityLog });
  const parts = {
    ...context,
    ...counted,
    securityLog,
    store: meterCommits(storage.documents, metrics),
    streams,
    metrics,
    csrf,
    publicConfig,
    quota: createWriteQuota({ ...counted, limits: config.writeLimits, log }),
  };

  const app = new Hono<AppEnv>();
  app.onError(createErrorHandler(log, securityLog.callerOf));
  app.notFound(handleNotFound);
  app.use(
    '*',
    rawResponse,
    requestLog(log),
    securityHeaders({ isHttps, pictureOrigins: config.pictureOrigins }),
    limitResponses(context.networkOf, config.dataEndpoint),
    compressResponses,
    rejectAmbiguousPaths,
  );
  app.use(
    `${API_PREFIX}/*`,
    requireProtocol,
    async (c, next) => {
      await next();
      if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
    },
    limitBodies(context.networkOf),
  );

  const identify = [resolveActor({ ...context, isAdminToken }), csrf.protect];
  const api = createApiRouter(app, { dataEndpoint: config.dataEndpoint, identify, securityLog });
  healthRoutes(api, parts);
  deviceRoutes(api, parts);
  deviceNameRoutes(api, parts);
  analyticsRoutes(api, parts);
  factorRoutes(api, parts);
  googleRoutes(api, parts);
  accountRoutes(api, parts);
  sessionRoutes(api, parts);
  deletionRoutes(api, parts);
  ownDataRoutes(api, parts);
  accessCodeRoutes(api, parts);
  paymentRoutes(api, parts);
  orderRoutes(api, parts);
  backOfficeRoutes(api, parts);
  mailRoutes(api, parts);
  collectionRoutes(api, parts);
  uploadRoutes(api, parts);
  fileRoutes(api, parts);
  jobRoutes(api, parts);
  migrationRoutes(api, parts);
  rejectionRoutes(api, parts);
  backupRoutes(api, parts);
  staffRoutes(api, parts);
  doctorRoutes(api, parts);
  // The order matters: a document's path also matches some of the others.
  streamRoutes(api, parts);
  syncRoutes(api, parts);
  documentRoutes(api, parts);
  api.close();

  app.route('/', metricsRoute({ metrics, isAdminToken, addressOf }));
  app.route('/', servedFiles(parts));
  if (payments.simulator) app.route('/', payments.simulator);
  if (config.buildFolder !== undefined) {
    const site = { publicConfig, buildFolder: config.buildFolder, pages, metrics };
    for (const part of createSite(context, site)) app.route('/', part);
  }
  return app;
}
