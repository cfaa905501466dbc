import { Hono, type Context } from 'hono';
import type { DeviceFacts } from '#shared/api/administration.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { KnownDevice } from '#server/devices/device-store.ts';
import type { Installations } from '#server/devices/installations.ts';
import type { AppEnv } from './app-env.ts';
import { readInteger } from './read-query.ts';
import { requireAdmin } from './require-admin.ts';

const FID = /^[A-Za-z0-9_-]{20,24}$/;

/** Lists devices, shuts them out and lets them in again. */
export function deviceRoutes(installations: Installations): Hono<AppEnv> {
  const set = (isBlocked: boolean) => async (c: Context<AppEnv>) => {
    const fid = c.req.param('fid') ?? '';
    if (!FID.test(fid))
      throw new AppError('invalid-argument', 'This is no installation id.', { path: 'fid' });
    await installations.setBlocked(fid, isBlocked);
    return c.json({ fid, isBlocked });
  };
  return new Hono<AppEnv>()
    .get('/admin/devices', requireAdmin, async (c) => {
      const { devices, total } = await installations.list({
        prefix: c.req.query('prefix') ?? '',
        isBlocked: c.req.query('blocked') === '1',
        limit: readInteger(c, 'limit', { min: 1, max: 10_000, fallback: 100 }),
      });
      return c.json({ devices: devices.map(toFacts), total });
    })
    .post('/admin/devices/:fid/block', requireAdmin, set(true))
    .delete('/admin/devices/:fid/block', requireAdmin, set(false));
}

function toFacts({ fid, createdAt, lastSeen, isBlocked }: KnownDevice): DeviceFacts {
  const toIso = (at: number | undefined) => (at === undefined ? null : utcIso(at));
  return { fid, createdAt: toIso(createdAt), lastSeen: toIso(lastSeen), isBlocked };
}
