import { Hono } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import { isSameSecret } from '#server/devices/device-tokens.ts';
import type { RenderedMetrics } from '#server/metrics/create-metrics.ts';
import type { AppEnv } from './app-env.ts';
import { isLoopback, type AddressReader } from './client-address.ts';

/** Headers of a proxy on this machine, whose requests come from loopback but belong to other callers. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

export interface MetricsParts {
  readonly metrics: RenderedMetrics;
  readonly adminToken: string;
  readonly addressOf: AddressReader;
}

/** Prometheus metrics, for the admin token or for callers on this machine. */
export function metricsRoute({ metrics, adminToken, addressOf }: MetricsParts): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/metrics', async (c) => {
    const isForwarded = FORWARDED.some((name) => c.req.header(name) !== undefined);
    const isLocal = !isForwarded && isLoopback(addressOf(c) ?? '');
    const token = /^bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const isAdmin = token !== undefined && isSameSecret(token, adminToken);
    if (!isLocal && !isAdmin) {
      throw new AppError('unauthenticated', 'The metrics need the admin token.');
    }
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
    return c.body(await metrics.render(), 200, headers);
  });
}
