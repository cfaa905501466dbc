import { Hono } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { RenderedMetrics } from '#server/metrics/create-metrics.ts';
import type { AdminTokenCheck } from './admin-token.ts';
import type { AppEnv } from './app-env.ts';
import { isLocalCall } from './caller-network.ts';
import type { AddressReader } from './client-address.ts';

export interface MetricsParts {
  readonly metrics: RenderedMetrics;
  readonly isAdminToken: AdminTokenCheck;
  readonly addressOf: AddressReader;
}

/** Prometheus metrics, for the admin token or for callers on this machine. */
export function metricsRoute({ metrics, isAdminToken, addressOf }: MetricsParts): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/metrics', async (c) => {
    const token = /^bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const mayRead = isLocalCall(c, addressOf) || (token !== undefined && (await isAdminToken(c, token)));
    if (!mayRead) {
      throw new AppError('unauthenticated', 'The metrics need the admin token.');
    }
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
    return c.body(await metrics.render(), 200, headers);
  });
}
