import { Hono, type Context } from 'hono';
import { accessCodeRequestSchema, type AccessCodeAnswer } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AttemptTable } from '#server/accounts/account-tables.ts';
import type { AccessCode } from '#server/devices/access-code.ts';
import type { AppEnv } from './app-env.ts';
import { isLoopback, type AddressReader } from './client-address.ts';
import { readJson } from './read-body.ts';
import { createTokenBuckets, toNetwork, type BucketRule } from './token-buckets.ts';

export interface AccessCodeParts {
  readonly accessCode: AccessCode;
  readonly clock: Clock;
  readonly addressOf: AddressReader;
  /** Lets a restart forget nothing. */
  readonly table?: AttemptTable;
}

/** Of one device, and of one network: whoever types the code sends it at every letter. */
const ATTEMPTS: BucketRule = { capacity: 60, perMinute: 10 };

const MAX_BYTES = 2048;

/** `POST /access-code`: compares what stands in the field, and gives the device a token when it is the code. */
export function accessCodeRoute({ accessCode, clock, addressOf, table }: AccessCodeParts): Hono<AppEnv> {
  const buckets = createTokenBuckets(clock, ATTEMPTS, table);

  /** @throws AppError 429 with the seconds to wait; then nothing was compared */
  function countAttempt(c: Context<AppEnv>, fid: string): void {
    const address = addressOf(c);
    const isNetwork = address !== undefined && !isLoopback(address);
    const keys = [`access code of ${fid}`, ...(isNetwork ? [`access code from ${toNetwork(address)}`] : [])];
    const retryAfter = Math.max(0, ...keys.map((key) => buckets.wait(key) ?? 0));
    if (retryAfter > 0) {
      const message =
        'The access code was tried many times. Nothing was lost; wait a moment, then try again.';
      throw new AppError('resource-exhausted', message, { retryAfter });
    }
    for (const key of keys) buckets.take(key);
  }

  return new Hono<AppEnv>().post('/access-code', async (c) => {
    const { fid } = c.get('actor');
    if (fid === undefined) {
      throw new AppError('unauthenticated', 'Only a registered device can enter the access code.');
    }
    const { code } = await readJson(c, accessCodeRequestSchema, MAX_BYTES);
    countAttempt(c, fid);
    const token = accessCode.isCorrect(code) ? accessCode.issueToken(fid) : null;
    return c.json<AccessCodeAnswer>({ token });
  });
}
