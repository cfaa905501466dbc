import { createApiClient, type Fetch } from '#shared/api/client.ts';
import type { Installation, RenewedToken } from '#shared/api/messages.ts';
import { PREFER_NEW_REFRESH_TOKEN, ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { InstallationError } from './installation-error.ts';
import { REGISTRATION_TIMEOUT_MS } from './installation-record.ts';

/** What this app says of itself when it registers. */
export interface AppFacts {
  readonly appId: string;
  readonly authVersion: string;
  readonly sdkVersion: string;
}

export interface InstallationCalls {
  /** @throws InstallationError */
  register(fid: string, refreshToken: string | undefined): Promise<Installation>;
  /** @throws InstallationError `installation-not-found` when the server doesn't know it or its secret any more */
  generateAuthToken(fid: string, refreshToken: string): Promise<RenewedToken>;
}

export interface InstallationCallOptions {
  readonly app: AppFacts;
  readonly fetch: Fetch;
  readonly origin: string;
  readonly isOnline: () => boolean;
}

/** The two calls of the installations service: given up after ten seconds, made once more when the server failed. */
export function createInstallationCalls(options: InstallationCallOptions): InstallationCalls {
  const fetch = retryOnce(options.fetch);

  async function call<Answer>(
    refreshToken: string | undefined,
    make: (client: ReturnType<typeof createApiClient>, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    assertComplete(options.app);
    if (!options.isOnline()) throw new InstallationError('app-offline');
    const headers = (): Record<string, string> =>
      refreshToken === undefined
        ? {}
        : { authorization: `Refresh ${refreshToken}`, prefer: PREFER_NEW_REFRESH_TOKEN };
    const client = createApiClient({ fetch, origin: options.origin, dataEndpoint: '', headers });
    return giveUpLate((signal) => make(client, signal)).catch((cause: unknown) => {
      throw toInstallationError(cause);
    });
  }

  return {
    register: (fid, refreshToken) =>
      call(refreshToken, (client, signal) =>
        client.call(ROUTES.register, { body: { fid, ...options.app }, signal }),
      ),
    generateAuthToken: (fid, refreshToken) =>
      call(refreshToken, (client, signal) =>
        client.call(ROUTES.generateAuthToken, { params: { fid }, signal }),
      ),
  };
}

function assertComplete(app: AppFacts): void {
  const missing = Object.entries(app).filter(([, value]) => value === '');
  if (missing.length === 0) return;
  throw new InstallationError('missing-app-config-values', {
    about: missing.map(([name]) => name).join(', '),
  });
}

/** Asks exactly once more when the server failed. */
function retryOnce(fetch: Fetch): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    return answer.status >= 500 && answer.status < 600 ? fetch(url, init) : answer;
  };
}

async function giveUpLate<Answer>(make: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new InstallationError('request-failed', { about: 'no answer within ten seconds' }));
      ended.abort();
    }, REGISTRATION_TIMEOUT_MS);
  });
  try {
    return await Promise.race([make(ended.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

function toInstallationError(cause: unknown): InstallationError {
  if (cause instanceof InstallationError) return cause;
  // Unknown there, or known with another secret (a copy of this device was faster): to this device that is the same.
  const isForgotten =
    cause instanceof AppError && (cause.code === 'not-found' || cause.code === 'unauthenticated');
  return new InstallationError(isForgotten ? 'installation-not-found' : 'request-failed', { cause });
}
