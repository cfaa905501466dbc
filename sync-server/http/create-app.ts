import { Hono, type MiddlewareHandler } from 'hono';
import { API_PREFIX } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { answerRaw } from './raw-answer.ts';
import { answerError, answerNotFound, type ErrorLog } from './answer-error.ts';
import type { AppEnv } from './app-env.ts';
import { compressAnswers } from './compress-answers.ts';
import { holdNewerWrites, requireProtocol } from './require-protocol.ts';
import { requestLog, type RequestLog } from './request-log.ts';
import { resolveActor, type ActorOptions } from './resolve-actor.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppParts {
  readonly log: ErrorLog & RequestLog;
  readonly isHttps: boolean;
  readonly actors: ActorOptions;
  /** The oldest version of the protocol that is still served; the present one unless given. */
  readonly oldestProtocol?: number;
  /** Calls that read their own credentials: installations, provider webhooks. */
  readonly openApi: readonly Hono<AppEnv>[];
  /** Stands before every call made as somebody. */
  readonly csrf?: MiddlewareHandler<AppEnv>;
  /** Calls made as somebody. */
  readonly api: readonly Hono<AppEnv>[];
  /** Calls below the data endpoint, in the order they are matched. */
  readonly data: readonly Hono<AppEnv>[];
  readonly dataEndpoint: string;
  /** What isn't below the API: the app itself, the payment simulator. */
  readonly site: readonly Hono<AppEnv>[];
}

/** Puts the doors together. Everything unknown is a coded 404. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(answerError(parts.log));
  app.notFound(answerNotFound);
  app.use(
    '*',
    answerRaw,
    requestLog(parts.log),
    securityHeaders(parts.isHttps),
    compressAnswers,
    refuseTrickPaths,
  );

  app.use(`${API_PREFIX}/*`, requireProtocol(parts.oldestProtocol));
  app.use(`${API_PREFIX}/*`, async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  for (const routes of parts.openApi) app.route(API_PREFIX, routes);
  app.use(`${API_PREFIX}/*`, resolveActor(parts.actors));
  if (parts.csrf) app.use(`${API_PREFIX}/*`, parts.csrf);
  for (const routes of parts.api) app.route(API_PREFIX, routes);
  app.use(`${API_PREFIX}/${parts.dataEndpoint}/*`, holdNewerWrites());
  for (const routes of parts.data) app.route(`${API_PREFIX}/${parts.dataEndpoint}`, routes);
  for (const routes of parts.site) app.route('/', routes);
  return app;
}

/** No address here holds these; routers, proxies and file systems disagree on what they mean. */
const TRICKS = /\/\/|%2f|%00/i;

const refuseTrickPaths: MiddlewareHandler<AppEnv> = async (c, next) => {
  const [path = ''] = c.req.url.replace(/^\w+:\/\//, '').split('?');
  if (TRICKS.test(path)) {
    throw new AppError('invalid-argument', 'An address here holds no //, %2f or %00.', { path: 'url' });
  }
  await next();
};
