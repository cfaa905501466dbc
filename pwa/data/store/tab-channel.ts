type Listener = (data: unknown) => void;

/** The envelope of the package `broadcast-channel`; tabs with an earlier version of the app expect it. */
interface Envelope {
  readonly time: number;
  readonly type: 'message';
  readonly data: unknown;
}

/**
 * Replaces the package `broadcast-channel`, which RxDB uses to notify other tabs of changes, by the platform's own
 * channel, which every browser that runs this app supports.
 */
export class BroadcastChannel {
  readonly #channel: globalThis.BroadcastChannel;
  readonly #listeners = new Set<Listener>();

  constructor(name: string) {
    this.#channel = new globalThis.BroadcastChannel(name);
    this.#channel.addEventListener('message', (event: MessageEvent<Envelope>) => {
      for (const listener of this.#listeners) listener(event.data.data);
    });
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.delete(listener);
  }

  async postMessage(data: unknown): Promise<void> {
    const envelope: Envelope = { time: Date.now() * 1000, type: 'message', data };
    this.#channel.postMessage(envelope);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#channel.close();
  }
}

/** Never called: `database.ts` configures RxDB's cleanup not to wait for a leader. */
export function createLeaderElection(): never {
  throw new Error('The replicating tab is elected by a Web Lock.');
}
