import { rulesOf } from '#shared/access/decide-access.ts';
import { createApiClient, type ApiClient, type CallArguments, type Fetch } from '#shared/api/client.ts';
import {
  ACCESS_CODE_CHANGED,
  ACCESS_CODE_HEADER,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  type Route,
} from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { PushRow } from '#shared/sync/messages.ts';
import type { AccessMemory } from '../session/access-memory.ts';
import type { Installation } from '../session/installation.ts';
import { toCsrfHeader } from './csrf-header.ts';

export interface DeviceClientOptions {
  readonly fetch: Fetch;
  readonly origin: string;
  readonly dataEndpoint: string;
  readonly installation: Pick<Installation, 'authToken' | 'dropToken'>;
  readonly access: Pick<AccessMemory, 'token' | 'keep' | 'drop'>;
  readonly isStaff: () => boolean;
  /** The page's cookies as text. */
  readonly cookies: () => string;
}

/** The headers of this device's calls, by HTTP method. */
export type CallHeaders = (method: string) => Promise<Record<string, string>>;

export function createCallHeaders({
  installation,
  access,
  cookies,
}: Pick<DeviceClientOptions, 'installation' | 'access' | 'cookies'>): CallHeaders {
  return async (method) => ({
    authorization: `Bearer ${await installation.authToken()}`,
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    ...toAccessHeader(access.token()),
    ...(method === 'GET' ? {} : toCsrfHeader(cookies())),
  });
}

/**
 * The typed client with this device's token. A refused token is renewed once and the call repeated. An access code's
 * token that is no longer valid is dropped: calls that don't need it are repeated without it. Calls that need it fail
 * here, because the server would reject the waiting writes for good.
 */
export function createDeviceClient(options: DeviceClientOptions): ApiClient {
  const { origin, dataEndpoint, installation, access } = options;
  const fetch = keepRenewedAccess(options);
  const client = createApiClient({ fetch, origin, dataEndpoint, headers: createCallHeaders(options) });
  const call: ApiClient['call'] = async (route, args) => {
    if (isLocked(route, args, options)) throw locked();
    const used = await installation.authToken();
    const unlocked = access.token();
    try {
      return await client.call(route, args);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.reason === ACCESS_CODE_CHANGED && unlocked !== undefined) {
        void access.drop(unlocked);
        return call(route, args);
      }
      if (error.code !== 'unauthenticated') throw error;
      installation.dropToken(used);
      return client.call(route, args);
    }
  };
  return { url: client.url, call };
}

/** The server replaces the token of a device in use, so that it does not expire. */
function keepRenewedAccess({ fetch, access }: DeviceClientOptions): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const renewed = response.headers.get(ACCESS_CODE_HEADER);
    if (renewed !== null && access.token() === init?.headers?.[ACCESS_CODE_HEADER]) void access.keep(renewed);
    return response;
  };
}

/** Whether a call needs an access code that wasn't entered on this device. */
function isLocked(
  { method }: Route<unknown>,
  args: CallArguments | undefined,
  { access, isStaff }: DeviceClientOptions,
): boolean {
  if (access.token() !== undefined) return false;
  return toCollections(args).some((collection) => {
    const { gate, staffReadAll } = rulesOf(collection);
    const isRead = method === 'GET' && staffReadAll && isStaff();
    return gate !== undefined && !isRead;
  });
}

/** The collections that a call is about: that of its address, or those of the rows it pushes. */
function toCollections({ params, body }: CallArguments = {}): readonly string[] {
  const { rows = [] } = (body ?? {}) as { readonly rows?: readonly PushRow[] };
  return [params?.['collection'] ?? '', ...rows.map(({ collection }) => collection)];
}

function locked(): AppError {
  const message = 'The access code is needed for this. What waits is kept, and goes out once it is entered.';
  return new AppError('permission-denied', message, { reason: ACCESS_CODE_CHANGED });
}

function toAccessHeader(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { [ACCESS_CODE_HEADER]: token };
}
