import { DEVICE_BLOCKED } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createStore } from '#pwa/create-store.ts';
import { isBrowserOnline } from '../is-browser-online.ts';
import { InstallationError } from '../session/installation-error.ts';

/** This device's connection to the server, judged by the outcome of real requests. */
export interface Connection {
  /** Whether the server is in reach. */
  readonly isOnline: boolean;
  /** Whether the browser has a network. With one, but out of the server's reach, the device is not offline. */
  readonly hasNetwork: boolean;
  /** The server's words if it refuses every call of this device, because an admin has blocked it. */
  readonly refusal?: string | undefined;
  /** Whether writes are being pushed, or were accepted and are still to be pulled. */
  readonly isSending: boolean;
  /** Epoch milliseconds of the last response. */
  readonly lastContactAt: number | undefined;
  /** Whether this tab replicates; `undefined` before that is known. */
  readonly isLeader?: boolean;
}

export interface ConnectionMonitor {
  readonly current: Connection;
  subscribe(listener: () => void): () => void;
  /** The server responded to a request. */
  responded(at: number): void;
  /** A request failed; only some failures mean that the server is out of reach. */
  failed(error: unknown): void;
  /** The browser reports that the network went away or came back. */
  setOnline(isOnline: boolean): void;
  setSending(isSending: boolean): void;
  setLeading(isLeader: boolean): void;
  /** Sets the state that the replicating tab reports. */
  follow(connection: Connection): void;
}

export function createConnectionMonitor(isOnline: boolean): ConnectionMonitor {
  const connection = createStore<Connection>({
    isOnline,
    hasNetwork: isOnline,
    isSending: false,
    lastContactAt: undefined,
  });

  function change(part: Partial<Connection>): void {
    const current = connection.read();
    const next = { ...current, ...part };
    const isSame =
      next.isOnline === current.isOnline &&
      next.hasNetwork === current.hasNetwork &&
      next.refusal === current.refusal &&
      next.isSending === current.isSending &&
      next.isLeader === current.isLeader &&
      next.lastContactAt === current.lastContactAt;
    if (!isSame) connection.set(next);
  }

  return {
    get current() {
      return connection.read();
    },
    subscribe: connection.subscribe,
    responded(at) {
      // A response that was on its way when the network went away says nothing about now.
      const reached = isBrowserOnline() ? { isOnline: true, hasNetwork: true } : {};
      change({ ...reached, refusal: undefined, lastContactAt: at });
    },
    failed(error) {
      const refusal = toRefusal(error);
      if (refusal !== undefined) change({ isOnline: true, hasNetwork: true, refusal });
      else if (isUnreachable(error)) {
        change({ isOnline: false, hasNetwork: connection.read().hasNetwork && isBrowserOnline() });
      }
    },
    setOnline: (online) => change({ isOnline: online, hasNetwork: online }),
    setSending: (isSending) => change({ isSending }),
    setLeading: (isLeader) => change({ isLeader }),
    follow: (leading) => change({ ...leading, isLeader: false }),
  };
}

/** The server's words if a call failed because this device is blocked. */
function toRefusal(error: unknown): string | undefined {
  if (error instanceof InstallationError) return toRefusal(error.cause);
  return error instanceof AppError && error.reason === DEVICE_BLOCKED ? error.message : undefined;
}

/** Whether a failure means that our server could not be reached. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof InstallationError) return error.code === 'app-offline' || isUnreachable(error.cause);
  return error instanceof AppError && error.code === 'unavailable';
}
