/** What becomes of one request of a device. */
export const FATES = [
  'fine',
  'request lost',
  'answer lost',
  /** Takes effect twice, and the second answer arrives. */
  'twice',
  /** Takes effect only when it is let go. */
  'late request',
  /** Takes effect now; its answer arrives when it is let go. */
  'late answer',
  /** Takes effect and is answered; a copy takes effect again when it is let go. */
  'again later',
  'captive portal',
] as const;
export type Fate = (typeof FATES)[number];

type Call = () => Promise<Response>;

/** A network on which messages overtake each other: what is held back arrives in whatever order it is let go. */
export interface ModelNetwork {
  readonly held: number;
  createErrand(): Errand;
  /** Lets one held message go; resolves when its errand has ended or has another message held back. */
  release(which: number): Promise<void>;
  /** Lets everything go until nothing is under way. */
  quieten(): Promise<void>;
}

/** A push or pull of one tab, which may take several requests. */
export interface Errand {
  readonly isUnderWay: boolean;
  /** Resolves when the work has ended, well or not, or when one of its messages is held back. */
  start(work: () => Promise<unknown>): Promise<void>;
  send(call: Call, fate: Fate): Promise<Response>;
  /** The tab is gone: what is under way still takes effect, and no answer reaches anybody. */
  abandon(): void;
}

interface Message {
  /** Lets it go; resolves as `start` does. */
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
