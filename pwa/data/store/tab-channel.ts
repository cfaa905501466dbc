type Listener = (data: unknown) => void;

/** What the package of this name puts around a message; tabs with an earlier version of the app expect it. */
interface Envelope {
  readonly time: number;
  readonly type: 'message';
  readonly data: unknown;
}

/**
 * Stands in for the package `broadcast-channel`, through which RxDB tells the other tabs what has changed: the platform's
 * own channel, which every browser that runs this app has.
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

/** RxDB's cleanup could wait for a leader of its own; `database.ts` tells it not to. */
export function createLeaderElection(): never {
  throw new Error('Which tab replicates is settled by a Web Lock.');
}
