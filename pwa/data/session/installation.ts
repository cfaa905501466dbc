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
  /** Its present id; the server gives another one to a copy of a device, and forgetting mints one. */
  readonly fid: string;
  /** A bearer token that is good for a while; registers or renews when needed. @throws InstallationError */
  authToken(): Promise<string>;
  /** Forgets a token the server refused; one that was renewed since stays. */
  dropToken(refused: string): void;
  /** Becomes another installation, with an id of its own. @throws InstallationError `delete-pending-registration` */
  forget(): void;
  /** Told whenever `fid` changes in this tab. */
  subscribe(listener: () => void): () => void;
}

/** A token with less life than this is renewed before it is used. */
const REFRESH_MARGIN_MS = 3_600_000;
/** Between two looks at the registration another tab is making. */
const POLL_MS = 100;

/** The installation client: at most one registration at a time, over all tabs, and one call at a time in this one. */
export function createInstallation(options: InstallationOptions): Installation {
  const { storage, now } = options;
  const records = createRecordStore(storage, now);
  const calls = createInstallationCalls(options);
  const fid = createStore(records.read().fid);
  let underWay: Promise<string> | undefined;

  function change(record: InstallationRecord): void {
    records.write(record);
    fid.set(record.fid);
  }

  async function register(record: InstallationRecord): Promise<string> {
    records.write({ ...toUnregistered(record), status: IN_PROGRESS, startedAt: now() });
    try {
      const { refreshToken, authToken, ...given } = await calls.register(record.fid, record.refreshToken);
      const expiresAt = toExpiry(authToken.expiresIn);
      change({ fid: given.fid, status: REGISTERED, refreshToken, token: authToken.token, expiresAt });
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
      const present = records.read();
      // Forgotten in the meantime: this token is nobody's any more.
      if (present.fid !== record.fid) throw new InstallationError('not-registered');
      const renewed: InstallationRecord = {
        ...present,
        status: REGISTERED,
        token,
        expiresAt: toExpiry(expiresIn),
      };
      // Another tab may have a newer one already. One that would be forgotten with the page must not be used.
      const isReplaced =
        next !== undefined &&
        present.refreshToken === refreshToken &&
        records.write({ ...renewed, refreshToken: next, earlierRefreshToken: refreshToken });
      if (!isReplaced) records.write(renewed);
      return token;
    } catch (error) {
      const isForgotten = error instanceof InstallationError && error.code === 'installation-not-found';
      if (!isForgotten) throw error;
      return renewOtherwise(refreshToken);
    }
  }

  /** With the token another tab has got meanwhile, or the one before; else this is another installation from now on. */
  async function renewOtherwise(refused: string): Promise<string> {
    const { earlierRefreshToken: earlier, ...present } = records.read();
    const isNewer = present.refreshToken !== refused;
    const other = isNewer ? present.refreshToken : earlier;
    if (other === undefined) return register(present);
    records.write({ ...present, refreshToken: other });
    return renew({ ...present, refreshToken: other }, other);
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
      // It couldn't be renewed yet, and it is still good.
      if (record.token !== undefined && left > 0 && records.read().fid === record.fid) return record.token;
      throw error;
    }
  }

  return {
    get fid() {
      return records.read().fid;
    },
    authToken() {
      underWay ??= obtain().finally(() => (underWay = undefined));
      return underWay;
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

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
