import { Hono, type Context } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { RenderedMetrics } from '#server/metrics/create-metrics.ts';
import type { AppEnv } from './app-env.ts';

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i;
/** A proxy on this machine calls from loopback for others. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** The server's figures for Prometheus: for the admin token, or for a caller on this machine. */
export function metricsRoute(
  metrics: RenderedMetrics,
  addressOf: (c: Context<AppEnv>) => string | undefined,
): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/metrics', async (c) => {
    const isForwarded = FORWARDED.some((name) => c.req.header(name) !== undefined);
    const isLocal = !isForwarded && LOOPBACK.test(addressOf(c) ?? '');
    if (!isLocal && !c.get('actor').isAdmin) {
      throw new AppError('unauthenticated', 'The figures of this server need the admin token.');
    }
    return c.body(await metrics.render(), 200, { 'Content-Type': metrics.contentType });
  });
}
