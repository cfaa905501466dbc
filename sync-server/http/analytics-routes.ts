import { API_KEY_HEADER, APP_KEY } from '#shared/api/analytics.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { APP_ID } from '#shared/kernel/product-facts.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { PageViews } from '#server/page-views.ts';
import type { ApiRouter } from './api-router.ts';
import { createQuota, type QuotaParts } from './quota.ts';

export interface AnalyticsParts extends QuotaParts {
  readonly metrics: Pick<Metrics, 'viewed'>;
  readonly storage: { readonly pageViews: PageViews };
}

const MEASUREMENT_ID = 'nankeen-page-views';
/** Views counted per network. A school or an office shares one. */
const VIEWS = { capacity: 600, perMinute: 300 };

/** Counts page views: one number per page, without any data about the visitor. */
export function analyticsRoutes(api: ApiRouter, { metrics, storage, ...parts }: AnalyticsParts): void {
  const message = 'Too many views from this network.';
  const quota = createQuota(parts, { name: 'views', perNetwork: VIEWS, message });

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
      storage.pageViews.add(page, parts.clock.now());
      return {};
    },
    quota.take,
  );
}
