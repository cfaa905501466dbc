import { Hono } from 'hono';
import * as v from 'valibot';
import { API_KEY_HEADER, APP_KEY, VIEWS_PATH, type PageView, type WebConfig } from '#shared/api/analytics.ts';
import { PAGES } from '#shared/api/pages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { APP_ID } from '#shared/kernel/product-facts.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { AppEnv } from './app-env.ts';
import type { AddressReader } from './client-address.ts';
import { readJson } from './read-body.ts';
import { toNetwork, type TokenBuckets } from './token-buckets.ts';

export interface AnalyticsParts {
  readonly metrics: Pick<Metrics, 'viewed'>;
  /** So many views of one network are counted. */
  readonly buckets: TokenBuckets;
  readonly addressOf: AddressReader;
}

const MEASUREMENT_ID = 'nankeen-page-views';
const MAX_BYTES = 1024;
const pageViewSchema: v.GenericSchema<unknown, PageView> = v.strictObject({
  measurementId: v.string(),
  page: v.picklist(PAGES),
});

/** The shop's own count of pages opened: a number for each page, and nothing of who opened it. */
export function analyticsRoutes({ metrics, buckets, addressOf }: AnalyticsParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/analytics/apps/:appId/webConfig', (c) => {
      if (c.req.header(API_KEY_HEADER) !== APP_KEY) {
        throw new AppError('permission-denied', 'This key is not one of an app of this shop.');
      }
      if (c.req.param('appId') !== APP_ID) {
        throw new AppError('not-found', 'There is no app of this name.');
      }
      return c.json<WebConfig>({ appId: APP_ID, measurementId: MEASUREMENT_ID });
    })
    .post(VIEWS_PATH, async (c) => {
      const retryAfter = buckets.take(toNetwork(addressOf(c)));
      if (retryAfter !== undefined) {
        throw new AppError('resource-exhausted', 'Too many views from this network.', { retryAfter });
      }
      const { measurementId, page } = await readJson(c, pageViewSchema, MAX_BYTES);
      if (measurementId !== MEASUREMENT_ID) {
        throw new AppError('not-found', 'Nothing is counted under this name.', { path: 'measurementId' });
      }
      metrics.viewed(page);
      return c.json({});
    });
}
