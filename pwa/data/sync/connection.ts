import { AppError } from '#shared/kernel/app-error.ts';
import { createStore } from '#pwa/create-store.ts';
import { InstallationError } from '../session/installation-error.ts';

/** How this device stands with the server, judged by what became of real requests. */
export interface Connection {
  readonly isOnline: boolean;
  readonly isSending: boolean;
  /** Epoch milliseconds of the last answer. */
  readonly lastContactAt: number | undefined;
  /** Whether this tab is the one that replicates; `undefined` before that is known. */
  readonly isLeader?: boolean;
}

export interface ConnectionMonitor {
  readonly current: Connection;
  subscribe(listener: () => void): () => void;
  /** A request was answered by the server. */
  answered(at: number): void;
  /** A request failed; only the network's failures mean being offline. */
  failed(error: unknown): void;
  /** The platform says that the network went or came. */
  setOnline(isOnline: boolean): void;
  setSending(isSending: boolean): void;
  setLeading(isLeader: boolean): void;
  /** Takes over what the replicating tab says. */
  follow(connection: Connection): void;
}

export function createConnectionMonitor(isOnline: boolean): ConnectionMonitor {
  const connection = createStore<Connection>({ isOnline, isSending: false, lastContactAt: undefined });

  function change(part: Partial<Connection>): void {
    const current = connection.read();
    const next = { ...current, ...part };
    const isSame =
      next.isOnline === current.isOnline &&
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
    answered: (at) => change({ isOnline: true, lastContactAt: at }),
    failed(error) {
      if (isUnreachable(error)) change({ isOnline: false });
    },
    setOnline: (online) => change({ isOnline: online }),
    setSending: (isSending) => change({ isSending }),
    setLeading: (isLeader) => change({ isLeader }),
    follow: (said) => change({ ...said, isLeader: false }),
  };
}

/** Whether a failure says that no server of ours answered. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof InstallationError) return error.code === 'app-offline' || isUnreachable(error.cause);
  return error instanceof AppError && error.code === 'unavailable';
}
