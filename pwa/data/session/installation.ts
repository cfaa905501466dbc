import { FOREIGN_RESPONSE } from '#shared/api/client.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Store } from '#pwa/create-store.ts';
import { pause } from '#pwa/pause.ts';
import type { DeviceRecord } from './device-database.ts';
import { createInstallationCalls, type InstallationCallOptions } from './installation-calls.ts';
import { InstallationError } from './installation-error.ts';
import {
  createRecordStore,
  freshRecord,
  IN_PROGRESS,
  REGISTERED,
  toUnregistered,
  type InstallationRecord,
  type RecordChange,
} from './installation-record.ts';

export interface InstallationOptions extends InstallationCallOptions {
  readonly storage: DeviceRecord<InstallationRecord>;
  readonly now: () => number;
  /** Set to the installation's id as soon as it is known, and whenever it changes in this tab. */
  readonly fid: Pick<Store<string | undefined>, 'read' | 'set'>;
}

/** This installation of the app, known to the server by its id (`fid`). */
export interface Installation {
  /**
   * Its current id, which changes when the server detects a copied device and when it is forgotten.
   * @throws DOMException when the browser can't read it
   */
  fid(): Promise<string>;
  /** A valid bearer token; registers or renews when needed. @throws InstallationError, or DOMException as `fid` */
  authToken(): Promise<string>;
  /** Forgets a token the server refused; a newer one stays. */
  dropToken(refused: string): void;
  /** Becomes a new installation with a new id. @throws InstallationError `delete-pending-registration` */
  forget(): Promise<void>;
}

/** A token that expires sooner than this is renewed before use. */
const REFRESH_MARGIN_MS = 3_600_000;
/** A server that failed is not asked again for this long: all pulls, pushes and the stream share the failure. */
const FAILURE_PAUSE_MS = 5000;
/** Time between two checks of a registration in progress in another tab. */
const POLL_MS = 100;

/** The installation client: at most one registration at a time in all tabs, and one call at a time in this one. */
export function createInstallation(options: InstallationOptions): Installation {
  const { storage, now, fid } = options;
  const records = createRecordStore(storage, now);
  const calls = createInstallationCalls(options);
  let pending: Promise<string> | undefined;
  let failure: { readonly error: InstallationError; readonly until: number } | undefined;

  async function change(
    update: (current: InstallationRecord) => InstallationRecord = (current) => current,
  ): Promise<RecordChange> {
    const changed = await records.change(update);
    fid.set(changed.record.fid);
    return changed;
  }

  async function register(): Promise<string> {
    let isBegun = false;
    const { record } = await change((current) => {
      isBegun = !isRegistered(current) && current.status !== IN_PROGRESS;
      return isBegun ? { ...toUnregistered(current), status: IN_PROGRESS, startedAt: now() } : current;
    });
    // Another tab was faster.
    if (!isBegun) return obtain();
    try {
      const { refreshToken, authToken, ...registered } = await calls.register(
        record.fid,
        record.refreshToken,
      );
      const { token } = authToken;
      const expiresAt = toExpiry(authToken.expiresIn);
      await change(() => ({ fid: registered.fid, status: REGISTERED, refreshToken, token, expiresAt }));
      return token;
    } catch (error) {
      await change(toUnregistered);
      throw error;
    }
  }

  async function renew({ fid: id }: InstallationRecord, refreshToken: string): Promise<string> {
    try {
      const { token, expiresIn, refreshToken: next } = await calls.generateAuthToken(id, refreshToken);
      const auth = { status: REGISTERED, token, expiresAt: toExpiry(expiresIn) } as const;
      const { record, isKept } = await change((current) => {
        if (current.fid !== id) return current;
        // Another tab may have a newer refresh token already.
        const isReplaced = next !== undefined && current.refreshToken === refreshToken;
        return {
          ...current,
          ...auth,
          ...(isReplaced && { refreshToken: next, earlierRefreshToken: refreshToken }),
        };
      });
      // The installation was forgotten meanwhile: the token is useless.
      if (record.fid !== id) throw new InstallationError('not-registered');
      // The use of a token that isn't kept would end the one that is.
      if (!isKept && record.refreshToken === next) await change((current) => ({ ...current, refreshToken }));
      return token;
    } catch (error) {
      const isForgotten = error instanceof InstallationError && error.code === 'installation-not-found';
      if (!isForgotten) throw error;
      return renewWithOtherToken(refreshToken);
    }
  }

  /** Renews with another tab's newer token or with the previous one; registers again if there is neither. */
  async function renewWithOtherToken(refused: string): Promise<string> {
    const { record } = await change((current) => {
      if (current.status !== REGISTERED) return current;
      const { earlierRefreshToken: earlier, ...rest } = current;
      const other = rest.refreshToken === refused ? earlier : rest.refreshToken;
      return other === undefined ? toUnregistered(rest) : { ...rest, refreshToken: other };
    });
    return isRegistered(record) ? renew(record, record.refreshToken) : obtain();
  }

  const toExpiry = (expiresIn: string) => now() + Number.parseInt(expiresIn, 10) * 1000;

  async function obtain(): Promise<string> {
    let { record } = await change();
    while (record.status === IN_PROGRESS) {
      await pause(POLL_MS);
      ({ record } = await change());
    }
    if (!isRegistered(record)) return register();
    const left = (record.expiresAt ?? 0) - now();
    if (record.token !== undefined && left > REFRESH_MARGIN_MS) return record.token;
    try {
      return await renew(record, record.refreshToken);
    } catch (error) {
      // The old token is still valid: use it and renew later.
      if (record.token !== undefined && left > 0 && fid.read() === record.fid) return record.token;
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
    fid: async () => fid.read() ?? (await change()).record.fid,
    authToken() {
      pending ??= obtainUnlessFailing().finally(() => (pending = undefined));
      return pending;
    },
    dropToken(refused) {
      change((current) => {
        const { token, expiresAt: _expiresAt, ...rest } = current;
        return token === refused ? rest : current;
      }).catch(() => undefined);
    },
    async forget() {
      const { record } = await change((current) =>
        current.status === IN_PROGRESS ? current : freshRecord(),
      );
      if (record.status === IN_PROGRESS) throw new InstallationError('delete-pending-registration');
    },
  };
}

type RegisteredRecord = InstallationRecord & { readonly refreshToken: string };

function isRegistered(record: InstallationRecord): record is RegisteredRecord {
  return record.status === REGISTERED && record.refreshToken !== undefined;
}

/** Whether a server, or a proxy in front of it, answered with a failure. A call without any answer is free. */
function isServerFailure(error: unknown): error is InstallationError {
  if (!(error instanceof InstallationError) || !(error.cause instanceof AppError)) return false;
  const { status, reason, cause } = error.cause;
  return status >= 500 && (reason === FOREIGN_RESPONSE || cause === undefined);
}
