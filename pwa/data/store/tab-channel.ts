type Listener = (data: unknown) => void;

/**
 * Replaces the package `broadcast-channel`, which RxDB uses to notify other tabs of changes, by the platform's own
 * channel, which every browser that runs this app supports.
 */
export class BroadcastChannel {
  readonly #channel: globalThis.BroadcastChannel;
  readonly #listeners = new Set<Listener>();

  constructor(name: string) {
    this.#channel = new globalThis.BroadcastChannel(name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      for (const listener of this.#listeners) listener(data);
    });
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.delete(listener);
  }

  async postMessage(data: unknown): Promise<void> {
    this.#channel.postMessage(data);
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
