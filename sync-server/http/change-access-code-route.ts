import { Hono } from 'hono';
import { changeAccessCodeSchema } from '#shared/api/administration.ts';
import type { PresentAccessCode } from '#server/devices/access-code.ts';
import type { AppEnv } from './app-env.ts';
import { readJson } from './read-body.ts';
import { requireAdmin } from './require-admin.ts';

const MAX_BYTES = 2048;

/** Another access code, from this moment on: whoever comes with a token of the one before is told so. */
export function changeAccessCodeRoute(accessCode: PresentAccessCode): Hono<AppEnv> {
  return new Hono<AppEnv>().put('/admin/access-code', requireAdmin, async (c) => {
    const { code } = await readJson(c, changeAccessCodeSchema, MAX_BYTES);
    const isChanged = !accessCode.isCorrect(code);
    accessCode.change(code);
    return c.json({ isChanged });
  });
}
