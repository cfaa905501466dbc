/** Held by the one tab that replicates. */
const LOCK = 'nankeen-replication';
const HEARTBEAT_KEY = 'nankeen.leader-heartbeat';
const HEARTBEAT_MS = 3000;
/** A visible tab takes over from a leader that has been silent for this long. */
const SILENCE_MS = 10_000;

export interface LeadershipOptions {
  readonly locks: LockManager;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly isVisible: () => boolean;
  /** Replicates until `ended` is aborted. Resolves once it has stopped. */
  readonly lead: (ended: AbortSignal) => Promise<void>;
}

/** This tab's place in the queue. */
interface Seat {
  isLeft: boolean;
  /** Ends the term under way. */
  ended: AbortController | undefined;
  term: Promise<void> | undefined;
}

/**
 * Makes sure that exactly one tab replicates: waits for the lock, or steals it from a stuck leader.
 * @returns a function that leaves; resolves once this tab no longer replicates
 */
export function joinLeadership(options: LeadershipOptions): () => Promise<void> {
  const seat: Seat = { isLeft: false, ended: undefined, term: undefined };
  void wait(options, seat, false);
  const watch = setInterval(() => {
    // A leader that was suspended is back itself.
    if (seat.ended?.signal.aborted === false) return;
    const lastBeat = Number(options.storage.getItem(HEARTBEAT_KEY) ?? 0);
    if (options.isVisible() && lastBeat > 0 && Date.now() - lastBeat > SILENCE_MS)
      void wait(options, seat, true);
  }, HEARTBEAT_MS);
  return async () => {
    seat.isLeft = true;
    clearInterval(watch);
    seat.ended?.abort();
    await seat.term;
  };
}

async function wait(options: LeadershipOptions, seat: Seat, steal: boolean): Promise<void> {
  const { locks, storage, lead } = options;
  const ended = new AbortController();
  const beat = () => storage.setItem(HEARTBEAT_KEY, String(Date.now()));
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  try {
    await locks.request(LOCK, { steal }, async () => {
      if (seat.isLeft) return;
      beat();
      heartbeat = setInterval(beat, HEARTBEAT_MS);
      seat.ended = ended;
      seat.term = lead(ended.signal);
      await seat.term;
      clearInterval(heartbeat);
    });
  } catch {
    // Another tab stole the lock because this one was silent: stop replicating and queue up again.
    clearInterval(heartbeat);
    ended.abort();
    if (!steal && !seat.isLeft) void wait(options, seat, false);
  }
}
