import { Hono, type Context } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Installations } from '#server/devices/installations.ts';
import type { AppEnv } from './app-env.ts';

const FID = /^[A-Za-z0-9_-]{20,24}$/;

/** Shuts devices out and lets them in again: for the admin alone, since in a demo everybody is staff. */
export function deviceRoutes(installations: Installations): Hono<AppEnv> {
  const set = (isBlocked: boolean) => async (c: Context<AppEnv>) => {
    if (!c.get('actor').isAdmin) throw new AppError('unauthenticated', 'This needs the admin token.');
    const fid = c.req.param('fid') ?? '';
    if (!FID.test(fid))
      throw new AppError('invalid-argument', 'This is no installation id.', { path: 'fid' });
    await installations.setBlocked(fid, isBlocked);
    return c.json({ fid, isBlocked });
  };
  return new Hono<AppEnv>()
    .post('/admin/devices/:fid/block', set(true))
    .delete('/admin/devices/:fid/block', set(false));
}
