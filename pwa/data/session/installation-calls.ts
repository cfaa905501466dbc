import { createApiClient, type Fetch } from '#shared/api/client.ts';
import type { Installation, RenewedToken } from '#shared/api/messages.ts';
import { PREFER_NEW_REFRESH_TOKEN, ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { InstallationError } from './installation-error.ts';
import { REGISTRATION_TIMEOUT_MS } from './installation-record.ts';

/** What the app registers with. */
export interface AppFacts {
  readonly appId: string;
  readonly authVersion: string;
  readonly sdkVersion: string;
}

export interface InstallationCalls {
  /** @throws InstallationError */
  register(fid: string, refreshToken: string | undefined): Promise<Installation>;
  /** @throws InstallationError `installation-not-found` when the server no longer knows it or its secret */
  generateAuthToken(fid: string, refreshToken: string): Promise<RenewedToken>;
}

export interface InstallationCallOptions {
  readonly app: AppFacts;
  readonly fetch: Fetch;
  readonly origin: string;
  readonly isOnline: () => boolean;
}

/** The two calls of the installations service, with a limit of ten seconds and one retry after a server error. */
export function createInstallationCalls(options: InstallationCallOptions): InstallationCalls {
  const fetch = retryOnce(options.fetch);

  async function call<Result>(
    refreshToken: string | undefined,
    make: (client: ReturnType<typeof createApiClient>, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    assertComplete(options.app);
    if (!options.isOnline()) throw new InstallationError('app-offline');
    const headers = (): Record<string, string> =>
      refreshToken === undefined
        ? {}
        : { authorization: `Refresh ${refreshToken}`, prefer: PREFER_NEW_REFRESH_TOKEN };
    const client = createApiClient({ fetch, origin: options.origin, dataEndpoint: '', headers });
    return withTimeout((signal) => make(client, signal)).catch((cause: unknown) => {
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

/** Retries exactly once after a server error. */
function retryOnce(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    return response.status >= 500 && response.status < 600 ? fetch(url, init) : response;
  };
}

async function withTimeout<Result>(make: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
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
  // Either the server doesn't know it, or a copy of this device has renewed its secret: both mean a new registration.
  const isForgotten =
    cause instanceof AppError && (cause.code === 'not-found' || cause.code === 'unauthenticated');
  return new InstallationError(isForgotten ? 'installation-not-found' : 'request-failed', { cause });
}
