import * as v from 'valibot';
import { createApiClient, type Fetch } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createId } from '#shared/kernel/ids.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';

const APP_ID = 'nankeen-store';
const AUTH_VERSION = 'FIS_v2';
const KEY = 'nankeen.installation';
/** A token with less life than this is renewed before it is used. */
const REFRESH_MARGIN_MS = 3_600_000;

const recordSchema = v.object({
  fid: v.string(),
  /** Id of this device's bag: the first `fid` it ever had. */
  bagId: v.string(),
  refreshToken: v.optional(v.string()),
  token: v.optional(v.string()),
  /** Epoch milliseconds. */
  expiresAt: v.optional(v.number()),
});
type InstallationRecord = v.InferOutput<typeof recordSchema>;

export interface InstallationOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly fetch: Fetch;
  readonly origin: string;
  readonly now: () => number;
}

/** This installation of the app, known to the server by its `fid`. */
export interface Installation {
  readonly bagId: string;
  /** A bearer token that is good for a while; registers or renews when needed. @throws AppError */
  authToken(): Promise<string>;
  /** Forgets the token, because the server refused it. */
  dropToken(): void;
}

export function createInstallation({ storage, fetch, origin, now }: InstallationOptions): Installation {
  let underWay: Promise<string> | undefined;

  const read = (): InstallationRecord => {
    const stored = v.safeParse(recordSchema, parseJson(storage.getItem(KEY)));
    if (stored.success) return stored.output;
    const fid = createId();
    const fresh = { fid, bagId: fid };
    write(fresh);
    return fresh;
  };
  const write = (record: InstallationRecord) => storage.setItem(KEY, JSON.stringify(record));

  function callWith(refreshToken: string | undefined) {
    const headers = (): Record<string, string> =>
      refreshToken ? { authorization: `Refresh ${refreshToken}` } : {};
    return createApiClient({ fetch, origin, dataEndpoint: '', headers });
  }

  async function register(record: InstallationRecord): Promise<string> {
    const body = { fid: record.fid, appId: APP_ID, authVersion: AUTH_VERSION, sdkVersion: APP_VERSION };
    const answer = await callWith(record.refreshToken).call(ROUTES.register, { body });
    const { token, expiresIn } = answer.authToken;
    const { fid, refreshToken } = answer;
    write({ ...record, fid, refreshToken, token, expiresAt: toExpiry(expiresIn) });
    return token;
  }

  async function renew(record: InstallationRecord): Promise<string> {
    try {
      const client = callWith(record.refreshToken);
      const { token, expiresIn } = await client.call(ROUTES.generateAuthToken, {
        params: { fid: record.fid },
      });
      write({ ...record, token, expiresAt: toExpiry(expiresIn) });
      return token;
    } catch (error) {
      // The server has forgotten this installation, or its secret: register anew, pending writes go on under the new id.
      const isForgotten =
        error instanceof AppError && (error.code === 'not-found' || error.code === 'unauthenticated');
      if (isForgotten) return register(record);
      throw error;
    }
  }

  const toExpiry = (expiresIn: string) => now() + Number.parseInt(expiresIn, 10) * 1000;

  async function obtain(): Promise<string> {
    const record = read();
    if (record.token && (record.expiresAt ?? 0) - now() > REFRESH_MARGIN_MS) return record.token;
    return record.refreshToken ? renew(record) : register(record);
  }

  return {
    bagId: read().bagId,
    authToken() {
      underWay ??= obtain().finally(() => (underWay = undefined));
      return underWay;
    },
    dropToken() {
      const { token: _token, expiresAt: _expiresAt, ...rest } = read();
      write(rest);
    },
  };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
