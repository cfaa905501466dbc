/** The one tab that replicates holds this lock. */
const LOCK = 'nankeen-replication';
const HEARTBEAT_KEY = 'nankeen.leader-heartbeat';
const HEARTBEAT_MS = 3000;
/** A visible tab takes over from a leader that has been silent for this long. */
const SILENCE_MS = 10_000;

export interface LeadershipOptions {
  readonly locks: LockManager;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly isVisible: () => boolean;
  /** Called when this tab is to replicate; `ended` says when no longer. Resolves when it has stopped. */
  readonly lead: (ended: AbortSignal) => Promise<void>;
}

/** Makes sure that exactly one tab replicates: it waits for the lock, or takes it from a leader that is stuck. */
export function joinLeadership(options: LeadershipOptions): void {
  void wait(options, false);
  setInterval(() => {
    const lastBeat = Number(options.storage.getItem(HEARTBEAT_KEY) ?? 0);
    if (options.isVisible() && lastBeat > 0 && Date.now() - lastBeat > SILENCE_MS) void wait(options, true);
  }, HEARTBEAT_MS);
}

async function wait({ locks, storage, lead }: LeadershipOptions, steal: boolean): Promise<void> {
  const ended = new AbortController();
  const beat = () => storage.setItem(HEARTBEAT_KEY, String(Date.now()));
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  try {
    await locks.request(LOCK, { steal }, async () => {
      beat();
      heartbeat = setInterval(beat, HEARTBEAT_MS);
      await lead(ended.signal);
    });
  } catch {
    // Another tab took over because this one was silent: it stops replicating and queues up again.
    clearInterval(heartbeat);
    ended.abort();
    if (!steal) void wait({ locks, storage, lead, isVisible: () => false }, false);
  }
}
