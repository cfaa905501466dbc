import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { CurrentAccessCode } from '#server/devices/access-code.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import { isLoopback, type AddressReader } from './client-address.ts';
import { createTokenBuckets, toNetwork, type BucketRule } from './token-buckets.ts';

export interface AccessCodeParts {
  readonly accessCode: CurrentAccessCode;
  readonly clock: Clock;
  readonly addressOf: AddressReader;
  /** Attempt counters that survive a restart. */
  readonly accounts: Pick<Accounts, 'attempts'>;
}

/** Per device and per network. Generous, because the input sends its content after every letter. */
const ATTEMPTS: BucketRule = { capacity: 60, perMinute: 10 };

/** Exchanges the access code for a device's token, and lets the admin change the code. */
export function accessCodeRoutes(api: ApiRouter, parts: AccessCodeParts): void {
  const { accessCode, clock, addressOf, accounts } = parts;
  const buckets = createTokenBuckets(clock, ATTEMPTS, accounts.attempts);

  /** @throws AppError 429 with the seconds to wait, before the code is compared */
  function countAttempt(c: Context<AppEnv>, fid: string): void {
    const address = addressOf(c);
    const isNetwork = address !== undefined && !isLoopback(address);
    const keys = [`access code of ${fid}`, ...(isNetwork ? [`access code from ${toNetwork(address)}`] : [])];
    const retryAfter = Math.max(0, ...keys.map((key) => buckets.wait(key) ?? 0));
    if (retryAfter > 0) {
      const message =
        'Too many attempts to enter the access code. Nothing was lost; wait a moment, then try again.';
      throw new AppError('resource-exhausted', message, { retryAfter });
    }
    for (const key of keys) buckets.take(key);
  }

  api.on(
    ENDPOINTS.enterAccessCode,
    ({ body: { code } }, c) => {
      const fid = requireDevice(c);
      countAttempt(c, fid);
      return { token: accessCode.isCorrect(code) ? accessCode.issueToken(fid) : null };
    },
    requireDevice,
  );
  api.on(ENDPOINTS.changeAccessCode, ({ body: { code } }) => {
    const isChanged = !accessCode.isCorrect(code);
    accessCode.change(code);
    return { isChanged };
  });
}

function requireDevice(c: Context<AppEnv>): string {
  const { fid } = c.get('actor');
  if (fid !== undefined) return fid;
  throw new AppError('unauthenticated', 'Only a registered device can enter the access code.');
}
