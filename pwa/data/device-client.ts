import { createApiClient, type ApiClient, type Fetch } from '#shared/api/client.ts';
import { CSRF_COOKIE, CSRF_HEADER, PROTOCOL_HEADER, PROTOCOL_VERSION } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Installation } from './installation/installation.ts';

export interface DeviceClientOptions {
  readonly fetch: Fetch;
  readonly origin: string;
  readonly dataEndpoint: string;
  readonly installation: Installation;
  /** The page's cookies as text. */
  readonly cookies: () => string;
}

/** Headers with which this device makes a call. */
export type CallHeaders = (method: string) => Promise<Record<string, string>>;

export function createCallHeaders({
  installation,
  cookies,
}: Pick<DeviceClientOptions, 'installation' | 'cookies'>): CallHeaders {
  return async (method) => ({
    authorization: `Bearer ${await installation.authToken()}`,
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    ...(method === 'GET' ? {} : toCsrfHeader(cookies())),
  });
}

/** The typed client with this device's token; a token the server refuses is renewed once and the call made again. */
export function createDeviceClient(options: DeviceClientOptions): ApiClient {
  const headers = createCallHeaders(options);
  const { fetch, origin, dataEndpoint } = options;
  const client = createApiClient({ fetch, origin, dataEndpoint, headers });
  return {
    url: client.url,
    async call(route, args) {
      const used = await options.installation.authToken();
      try {
        return await client.call(route, args);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error;
        options.installation.dropToken(used);
        return client.call(route, args);
      }
    },
  };
}

/** The cookie's value goes into a header, which another site's page can't do. */
export function toCsrfHeader(cookies: string): Record<string, string> {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${CSRF_COOKIE}=`));
  return pair ? { [CSRF_HEADER]: decodeURIComponent(pair.slice(CSRF_COOKIE.length + 1)) } : {};
}
