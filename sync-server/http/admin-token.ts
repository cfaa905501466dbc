import type { Context } from 'hono';
import { hasDeviceTokenForm, isSameSecret } from '#server/devices/device-tokens.ts';
import type { AppEnv } from './app-env.ts';
import { createQuota, type QuotaParts } from './quota.ts';
import type { SecurityLog } from './security-log.ts';
import type { BucketRule } from './token-buckets.ts';

/**
 * Whether a bearer token is the admin token. Wrong ones are logged and count against their network.
 * @throws AppError 429 with the seconds to wait after too many, for the right token, too
 */
export type AdminTokenCheck = (c: Context<AppEnv>, token: string) => Promise<boolean>;

/** Generous, because a command line with an outdated token makes many calls; the token itself is long. */
const GUESSES: BucketRule = { capacity: 300, perMinute: 10 };

interface AdminTokenParts extends QuotaParts {
  readonly adminToken: string;
  readonly securityLog: SecurityLog;
}

export function createAdminTokenCheck({
  adminToken,
  securityLog,
  ...parts
}: AdminTokenParts): AdminTokenCheck {
  // Programs on this machine have no network: the administrator at the machine itself is never shut out.
  const quota = createQuota(parts, {
    name: 'admin token',
    perNetwork: GUESSES,
    message: (wait) => `Too many wrong tokens from this network. Try again in ${wait}.`,
  });
  return async (c, token) => {
    // An outdated device token is no guess.
    if (hasDeviceTokenForm(token)) return isSameSecret(token, adminToken);
    const isRight = isSameSecret(token, adminToken);
    // A wrong one is counted as it asks whether it may: many guesses at once get no further.
    await (isRight ? quota.assertLeft(c) : quota.take(c));
    if (!isRight) securityLog.warn(c, 'wrong admin token');
    return isRight;
  };
}
