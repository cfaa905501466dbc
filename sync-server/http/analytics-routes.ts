import type { Context } from 'hono';
import { API_KEY_HEADER, APP_KEY } from '#shared/api/analytics.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { APP_ID } from '#shared/kernel/product-facts.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import type { AddressReader } from './client-address.ts';
import { createTokenBuckets, toNetwork } from './token-buckets.ts';

export interface AnalyticsParts {
  readonly metrics: Pick<Metrics, 'viewed'>;
  readonly clock: Clock;
  readonly addressOf: AddressReader;
}

const MEASUREMENT_ID = 'nankeen-page-views';
/** Views counted per network. A school or an office shares one. */
const VIEWS = { capacity: 600, perMinute: 300 };

/** Counts page views: one number per page, without any data about the visitor. */
export function analyticsRoutes(api: ApiRouter, { metrics, clock, addressOf }: AnalyticsParts): void {
  const buckets = createTokenBuckets(clock, VIEWS);

  function takeOrRefuse(c: Context<AppEnv>): void {
    const retryAfter = buckets.take(toNetwork(addressOf(c)));
    if (retryAfter === undefined) return;
    throw new AppError('resource-exhausted', 'Too many views from this network.', { retryAfter });
  }

  api.on(ENDPOINTS.webConfig, ({ params: { appId } }, c) => {
    if (c.req.header(API_KEY_HEADER) !== APP_KEY) {
      throw new AppError('permission-denied', 'This key belongs to no app of this shop.');
    }
    if (appId !== APP_ID) throw new AppError('not-found', 'There is no app with this id.');
    return { appId, measurementId: MEASUREMENT_ID };
  });
  api.on(
    ENDPOINTS.countView,
    ({ body: { measurementId, page } }) => {
      if (measurementId !== MEASUREMENT_ID) {
        throw new AppError('not-found', 'There is no counter with this id.', { path: 'measurementId' });
      }
      metrics.viewed(page);
      return {};
    },
    takeOrRefuse,
  );
}
