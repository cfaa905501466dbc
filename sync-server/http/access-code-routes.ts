import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { CurrentAccessCode } from '#server/devices/access-code.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import { createQuota, type QuotaParts } from './quota.ts';
import type { SecurityLog } from './security-log.ts';
import type { BucketRule } from './token-buckets.ts';

export interface AccessCodeParts extends QuotaParts {
  readonly accessCode: CurrentAccessCode;
  readonly securityLog: SecurityLog;
}

/** Generous, because the input sends its content after every letter. */
const GUESSES: BucketRule = { capacity: 60, perMinute: 10 };
/** A caller with many devices and networks gets no further. An unlocked device never asks again. */
const GUESSES_OF_ALL: BucketRule = { capacity: 600, perMinute: 60 };

/** Exchanges the access code for a device's token, and lets the admin change the code. */
export function accessCodeRoutes(api: ApiRouter, { accessCode, ...parts }: AccessCodeParts): void {
  const { securityLog } = parts;
  const quota = createQuota(parts, {
    name: 'access code',
    perOwner: GUESSES,
    perNetwork: GUESSES,
    inTotal: GUESSES_OF_ALL,
    message: 'Too many attempts to enter the access code. Nothing was lost; wait a moment, then try again.',
  });

  api.on(
    ENDPOINTS.enterAccessCode,
    async ({ body: { code } }, c) => {
      const fid = requireDevice(c);
      await quota.take(c);
      const isCorrect = accessCode.isCorrect(code);
      if (isCorrect) securityLog.note(c, 'access code entered');
      else securityLog.note(c, 'wrong access code');
      return { token: isCorrect ? accessCode.issueToken(fid) : null };
    },
    (c) => void requireDevice(c),
  );
  api.on(ENDPOINTS.changeAccessCode, async ({ body: { code } }) => {
    const isChanged = !accessCode.isCorrect(code);
    await accessCode.change(code);
    return { isChanged };
  });
}

function requireDevice(c: Context<AppEnv>): string {
  const { fid } = c.get('actor');
  if (fid !== undefined) return fid;
  throw new AppError('unauthenticated', 'Only a registered device can enter the access code.');
}
