import { Hono, type Context } from 'hono';
import { installationRequestSchema } from '#shared/api/messages.ts';
import type { Installations } from '#server/devices/installations.ts';
import type { AppEnv } from './app-env.ts';
import { readJson } from './read-body.ts';

const MAX_BYTES = 4096;

/** Registration of devices and renewal of their tokens. The refresh token travels as `Authorization: Refresh …`. */
export function installationRoutes(installations: Installations): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/installations', async (c) => {
      const request = await readJson(c, installationRequestSchema, MAX_BYTES);
      return c.json(await installations.register(request, readRefreshToken(c)));
    })
    .post('/installations/:fid/:action{authTokens:generate}', async (c) =>
      c.json(await installations.generateAuthToken(c.req.param('fid'), readRefreshToken(c))),
    );
}

function readRefreshToken(c: Context): string | undefined {
  return /^Refresh (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
}
