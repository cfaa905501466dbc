import type { Context } from 'hono';
import type { DeviceFacts } from '#shared/api/administration.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { PREFER_NEW_REFRESH_TOKEN } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { DeviceNames } from '#server/devices/device-names.ts';
import type { KnownDevice } from '#server/devices/device-store.ts';
import type { Installations } from '#server/devices/installations.ts';
import type { ApiRouter } from './api-router.ts';
import { createQuota, type QuotaParts } from './quota.ts';

export interface DeviceParts extends QuotaParts {
  readonly installations: Installations;
  readonly storage: { readonly deviceNames: Pick<DeviceNames, 'list'> };
  readonly config: {
    /** Registrations per network and minute; bursts may be twice as large. */
    readonly installationsPerMinute: number;
    /** Of all callers together, likewise. */
    readonly installationsPerMinuteInTotal: number;
  };
}

const FID = /^[A-Za-z0-9_-]{20,24}$/;

/**
 * Registers devices and renews their tokens; the admin lists, blocks and unblocks them. The refresh token is sent as
 * `Authorization: Refresh …`.
 */
export function deviceRoutes(
  api: ApiRouter,
  { installations, storage, config, ...parts }: DeviceParts,
): void {
  const toRule = (perMinute: number) => ({ capacity: 2 * perMinute, perMinute });
  const quota = createQuota(parts, {
    name: 'installations',
    perNetwork: toRule(config.installationsPerMinute),
    inTotal: toRule(config.installationsPerMinuteInTotal),
    message: 'Too many new devices at the moment. Nothing was lost; the app tries again in a moment.',
  });

  async function setBlocked(fid: string, isBlocked: boolean) {
    if (!FID.test(fid)) {
      throw new AppError('invalid-argument', 'This is not a valid installation id.', { path: 'fid' });
    }
    await installations.setBlocked(fid, isBlocked);
    return { fid, isBlocked };
  }

  api.on(ENDPOINTS.register, ({ body }, c) => installations.register(body, readRefreshToken(c)), quota.take);
  api.on(ENDPOINTS.generateAuthToken, ({ params: { fid } }, c) => {
    const wantsRefreshToken = c.req.header('prefer') === PREFER_NEW_REFRESH_TOKEN;
    return installations.generateAuthToken(fid, readRefreshToken(c), wantsRefreshToken);
  });
  api.on(ENDPOINTS.devices, async ({ query: { prefix, blocked, limit } }) => {
    const { devices, total } = await installations.list({ prefix, isBlocked: blocked, limit });
    const names = new Map((await storage.deviceNames.list()).map(({ fid, name }) => [fid, name]));
    return { devices: devices.map((device) => toFacts(device, names.get(device.fid))), total };
  });
  api.on(ENDPOINTS.blockDevice, ({ params: { fid } }) => setBlocked(fid, true));
  api.on(ENDPOINTS.unblockDevice, ({ params: { fid } }) => setBlocked(fid, false));
}

function readRefreshToken(c: Context): string | undefined {
  return /^Refresh (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
}

function toFacts({ fid, createdAt, lastSeen, isBlocked }: KnownDevice, name = ''): DeviceFacts {
  const toIso = (at: number | undefined) => (at === undefined ? null : utcIso(at));
  return { fid, createdAt: toIso(createdAt), lastSeen: toIso(lastSeen), name: name || null, isBlocked };
}
