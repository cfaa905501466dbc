/** Fate of one request of a device. */
export const FATES = [
  'fine',
  'request lost',
  'answer lost',
  /** Takes effect twice, and the second response arrives. */
  'twice',
  /** Takes effect only when released. */
  'late request',
  /** Takes effect now; its response arrives when released. */
  'late answer',
  /** Takes effect and gets its response; a copy takes effect again when released. */
  'again later',
  'captive portal',
] as const;
export type Fate = (typeof FATES)[number];

type Call = () => Promise<Response>;

/** A network on which messages overtake each other: held messages arrive in the order of their release. */
export interface ModelNetwork {
  readonly held: number;
  createErrand(): Errand;
  /** Releases one held message; resolves when its errand has ended or has another message held. */
  release(which: number): Promise<void>;
  /** Releases everything until nothing is in flight. */
  quieten(): Promise<void>;
}

/** A push or pull of one tab, which may take several requests. */
export interface Errand {
  readonly isUnderWay: boolean;
  /** Resolves when the work has succeeded or failed, or one of its messages is held. */
  start(work: () => Promise<unknown>): Promise<void>;
  send(call: Call, fate: Fate): Promise<Response>;
  /** Closes the tab: requests in flight still take effect, but their responses are lost. */
  abandon(): void;
}

interface Message {
  /** Releases the message; resolves like `start`. */
  readonly release: () => Promise<void>;
}

export function createModelNetwork(): ModelNetwork {
  const messages: Message[] = [];

  function createErrand(): Errand {
    let ended: Promise<void> | undefined;
    let onHeld = () => {};
    let isAbandoned = false;
    const reach = (answer?: Response): Response => {
      if (answer && !isAbandoned) return answer;
      onHeld();
      throw new TypeError('The tab is gone.');
    };
    const untilStill = () =>
      Promise.race([ended, new Promise<void>((resolve) => (onHeld = resolve))]).then(() => undefined);
    const hold = () =>
      new Promise<void>((resolve) => {
        messages.push({
          release: () => {
            resolve();
            return untilStill();
          },
        });
        onHeld();
      });
    const errand: Errand = {
      get isUnderWay() {
        return ended !== undefined;
      },
      start(work) {
        ended = Promise.resolve()
          .then(work)
          .then(
            () => undefined,
            () => undefined,
          )
          .finally(() => (ended = undefined));
        return untilStill();
      },
      abandon: () => void (isAbandoned = true),
      async send(call, fate) {
        if (isAbandoned) return reach();
        switch (fate) {
          case 'fine':
            return reach(await call());
          case 'request lost':
            throw new TypeError('Failed to fetch');
          case 'answer lost':
            await call();
            throw new TypeError('Failed to fetch');
          case 'twice':
            await call();
            return reach(await call());
          case 'late request':
            await hold();
            return reach(await call());
          case 'late answer': {
            const answer = await call();
            await hold();
            return reach(answer);
          }
          case 'again later': {
            const answer = await call();
            const copy = createErrand();
            await copy.start(() => copy.send(call, 'late request'));
            return answer;
          }
          case 'captive portal':
            return new Response('<!doctype html><title>Welcome</title>', {
              headers: { 'content-type': 'text/html' },
            });
        }
      },
    };
    return errand;
  }

  return {
    get held() {
      return messages.length;
    },
    createErrand,
    async release(which) {
      const [message] = messages.splice(which % Math.max(1, messages.length), 1);
      await message?.release();
    },
    async quieten() {
      while (messages.length > 0) await messages.shift()?.release();
    },
  };
}
