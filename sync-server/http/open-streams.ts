import { AppError } from '#shared/kernel/app-error.ts';

/** Limits of open streams. */
export interface StreamLimits {
  /** A browser needs one, and a second one while another tab takes over. */
  readonly perDevice: number;
  /** Per IPv4 address or IPv6 /64. */
  readonly perNetwork: number;
  readonly total: number;
}

export const STREAM_LIMITS: StreamLimits = { perDevice: 3, perNetwork: 50, total: 10_000 };
/** Of long polls that wait; together with the streams they leave connections for other calls. */
export const POLL_LIMITS: StreamLimits = { perDevice: 3, perNetwork: 100, total: 1000 };

/** Error of a caller that has to wait. */
interface Refusal {
  readonly message: string;
  readonly reason: string;
}

const STREAM_REFUSAL: Refusal = {
  message: 'Too many open streams. Nothing is lost: the app asks for changes instead.',
  reason: 'TOO_MANY_STREAMS',
};
export const POLL_REFUSAL: Refusal = {
  message: 'Too many devices wait for changes. Nothing is lost: the app asks again later.',
  reason: 'TOO_MANY_POLLS',
};

/** Interval between two checks of every open stream. */
export const TICK_MS = 250;

export interface OpenStream {
  /** Device or account that opened it; anonymous streams are limited by network only. */
  readonly holder: string | undefined;
  /** The caller's network; undefined for programs on this machine. */
  readonly network: string | undefined;
  /** Called every `TICK_MS`. @param ageMs time since the stream was opened */
  tick(ageMs: number): void;
  end(): void;
}

export interface OpenStreams {
  readonly size: number;
  /**
   * Registers a stream. Ends the same holder's oldest stream if the holder has too many.
   * @returns a function that removes it
   * @throws AppError `resource-exhausted` when its network or the server is full
   */
  add(stream: OpenStream): () => void;
}

/** Uses one timer for all streams. */
export function createOpenStreams(
  limits: StreamLimits = STREAM_LIMITS,
  { message, reason }: Refusal = STREAM_REFUSAL,
): OpenStreams {
  /** Age of each stream in milliseconds, oldest first. */
  const ages = new Map<OpenStream, number>();
  const ofNetwork = new Map<string, number>();
  const ofHolder = new Map<string, Set<OpenStream>>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tickAll(): void {
    for (const [stream, age] of ages) {
      ages.set(stream, age + TICK_MS);
      stream.tick(age + TICK_MS);
    }
  }

  function makeRoom({ holder }: OpenStream): void {
    const same = [...(ofHolder.get(holder ?? '') ?? [])];
    for (const oldest of same.slice(0, Math.max(0, same.length + 1 - limits.perDevice))) oldest.end();
  }

  function refuseIfFull({ network }: OpenStream): void {
    const isNetworkFull = network !== undefined && (ofNetwork.get(network) ?? 0) >= limits.perNetwork;
    if (!isNetworkFull && ages.size < limits.total) return;
    throw new AppError('resource-exhausted', message, { retryAfter: 30, reason });
  }

  function remove(stream: OpenStream): void {
    if (!ages.delete(stream)) return;
    const { network, holder } = stream;
    if (network !== undefined) countDown(ofNetwork, network);
    const same = ofHolder.get(holder ?? '');
    same?.delete(stream);
    if (same?.size === 0) ofHolder.delete(holder ?? '');
    if (ages.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    get size() {
      return ages.size;
    },
    add(stream) {
      makeRoom(stream);
      refuseIfFull(stream);
      const { network, holder } = stream;
      ages.set(stream, 0);
      if (network !== undefined) ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1);
      if (holder !== undefined) ofHolder.set(holder, (ofHolder.get(holder) ?? new Set()).add(stream));
      timer ??= setInterval(tickAll, TICK_MS);
      return () => remove(stream);
    },
  };
}

function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
