import { Hono, type Context } from 'hono';
import { installationRequestSchema } from '#shared/api/messages.ts';
import { PREFER_NEW_REFRESH_TOKEN } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Installations } from '#server/devices/installations.ts';
import type { AppEnv } from './app-env.ts';
import { toNetwork, type TokenBuckets } from './token-buckets.ts';
import { readJson } from './read-body.ts';

export interface InstallationLimit {
  readonly buckets: TokenBuckets;
  /** Network address of the caller, as the connection shows it. */
  readonly addressOf: (c: Context<AppEnv>) => string | undefined;
}

const MAX_BYTES = 4096;

/** Registration of devices and renewal of their tokens. The refresh token travels as `Authorization: Refresh …`. */
export function installationRoutes(installations: Installations, limit: InstallationLimit): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/installations', async (c) => {
      takeOrRefuse(limit, limit.addressOf(c));
      const request = await readJson(c, installationRequestSchema, MAX_BYTES);
      return c.json(await installations.register(request, readRefreshToken(c)));
    })
    .post('/installations/:fid/:action{authTokens:generate}', async (c) =>
      c.json(
        await installations.generateAuthToken(
          c.req.param('fid'),
          readRefreshToken(c),
          c.req.header('prefer') === PREFER_NEW_REFRESH_TOKEN,
        ),
      ),
    );
}

/** @throws AppError 429 with the seconds to wait */
function takeOrRefuse({ buckets }: InstallationLimit, address: string | undefined): void {
  const retryAfter = buckets.take(toNetwork(address));
  if (retryAfter === undefined) return;
  const message =
    'Too many new devices from this network. Nothing was lost; wait a moment, then it is tried again.';
  throw new AppError('resource-exhausted', message, { retryAfter });
}

function readRefreshToken(c: Context): string | undefined {
  return /^Refresh (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
}
