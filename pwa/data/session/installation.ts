import { FOREIGN_RESPONSE } from '#shared/api/client.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createStore } from '#pwa/create-store.ts';
import { createInstallationCalls, type InstallationCallOptions } from './installation-calls.ts';
import { InstallationError } from './installation-error.ts';
import {
  createRecordStore,
  freshRecord,
  IN_PROGRESS,
  NOT_REGISTERED,
  REGISTERED,
  toUnregistered,
  type InstallationRecord,
  type RecordStorage,
} from './installation-record.ts';

export interface InstallationOptions extends InstallationCallOptions {
  readonly storage: RecordStorage;
  readonly now: () => number;
}

/** This installation of the app, known to the server by its `fid`. */
export interface Installation {
  /** Its current id, which changes when the server detects a copied device and when it is forgotten. */
  readonly fid: string;
  /** A valid bearer token; registers or renews when needed. @throws InstallationError */
  authToken(): Promise<string>;
  /** Forgets a token the server refused; a newer one stays. */
  dropToken(refused: string): void;
  /** Becomes a new installation with a new id. @throws InstallationError `delete-pending-registration` */
  forget(): void;
  /** Calls `listener` whenever `fid` changes in this tab. */
  subscribe(listener: () => void): () => void;
}

/** A token that expires sooner than this is renewed before use. */
const REFRESH_MARGIN_MS = 3_600_000;
/** A server that failed is not asked again for this long: all pulls, pushes and the stream share the failure. */
const FAILURE_PAUSE_MS = 5000;
/** Time between two checks of a registration in progress in another tab. */
const POLL_MS = 100;

/** The installation client: at most one registration at a time in all tabs, and one call at a time in this one. */
export function createInstallation(options: InstallationOptions): Installation {
  const { storage, now } = options;
  const records = createRecordStore(storage, now);
  const calls = createInstallationCalls(options);
  const fid = createStore(records.read().fid);
  let pending: Promise<string> | undefined;
  let failure: { readonly error: InstallationError; readonly until: number } | undefined;

  function change(record: InstallationRecord): void {
    records.write(record);
    fid.set(record.fid);
  }

  async function register(record: InstallationRecord): Promise<string> {
    records.write({ ...toUnregistered(record), status: IN_PROGRESS, startedAt: now() });
    try {
      const { refreshToken, authToken, ...registered } = await calls.register(
        record.fid,
        record.refreshToken,
      );
      const expiresAt = toExpiry(authToken.expiresIn);
      change({ fid: registered.fid, status: REGISTERED, refreshToken, token: authToken.token, expiresAt });
      return authToken.token;
    } catch (error) {
      records.write(toUnregistered(record));
      throw error;
    }
  }

  async function renew(record: InstallationRecord, refreshToken: string): Promise<string> {
    try {
      const {
        token,
        expiresIn,
        refreshToken: next,
      } = await calls.generateAuthToken(record.fid, refreshToken);
      const current = records.read();
      // The installation was forgotten meanwhile: the token is useless.
      if (current.fid !== record.fid) throw new InstallationError('not-registered');
      const renewed: InstallationRecord = {
        ...current,
        status: REGISTERED,
        token,
        expiresAt: toExpiry(expiresIn),
      };
      // Another tab may have a newer refresh token already. A token that can't be stored must not replace the old one.
      const isReplaced =
        next !== undefined &&
        current.refreshToken === refreshToken &&
        records.write({ ...renewed, refreshToken: next, earlierRefreshToken: refreshToken });
      if (!isReplaced) records.write(renewed);
      return token;
    } catch (error) {
      const isForgotten = error instanceof InstallationError && error.code === 'installation-not-found';
      if (!isForgotten) throw error;
      return renewWithOtherToken(refreshToken);
    }
  }

  /** Renews with another tab's newer token or with the previous one; registers again if there is neither. */
  async function renewWithOtherToken(refused: string): Promise<string> {
    const { earlierRefreshToken: earlier, ...current } = records.read();
    const isNewer = current.refreshToken !== refused;
    const other = isNewer ? current.refreshToken : earlier;
    if (other === undefined) return register(current);
    records.write({ ...current, refreshToken: other });
    return renew({ ...current, refreshToken: other }, other);
  }

  const toExpiry = (expiresIn: string) => now() + Number.parseInt(expiresIn, 10) * 1000;

  async function obtain(): Promise<string> {
    let record = records.read();
    while (record.status === IN_PROGRESS) {
      await pause(POLL_MS);
      record = records.read();
    }
    if (record.status === NOT_REGISTERED || record.refreshToken === undefined) return register(record);
    const left = (record.expiresAt ?? 0) - now();
    if (record.token !== undefined && left > REFRESH_MARGIN_MS) return record.token;
    try {
      return await renew(record, record.refreshToken);
    } catch (error) {
      // The old token is still valid: use it and renew later.
      if (record.token !== undefined && left > 0 && records.read().fid === record.fid) return record.token;
      throw error;
    }
  }

  async function obtainUnlessFailing(): Promise<string> {
    if (failure && now() < failure.until) throw failure.error;
    failure = undefined;
    try {
      return await obtain();
    } catch (error) {
      if (isServerFailure(error)) failure = { error, until: now() + FAILURE_PAUSE_MS };
      throw error;
    }
  }

  return {
    get fid() {
      return records.read().fid;
    },
    authToken() {
      pending ??= obtainUnlessFailing().finally(() => (pending = undefined));
      return pending;
    },
    dropToken(refused) {
      const { token, expiresAt: _expiresAt, ...rest } = records.read();
      if (token === refused) records.write(rest);
    },
    forget() {
      if (records.read().status === IN_PROGRESS) throw new InstallationError('delete-pending-registration');
      change(freshRecord());
    },
    subscribe: fid.subscribe,
  };
}

/** Whether a server, or a proxy in front of it, answered with a failure. A call without any answer is free. */
function isServerFailure(error: unknown): error is InstallationError {
  if (!(error instanceof InstallationError) || !(error.cause instanceof AppError)) return false;
  const { status, reason, cause } = error.cause;
  return status >= 500 && (reason === FOREIGN_RESPONSE || cause === undefined);
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
