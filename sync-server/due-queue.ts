import type { Clock } from '#shared/kernel/clock.ts';

/** Works on stored rows one at a time, each when it is due. */
export interface DueQueue {
  /** Works on what is due. To be called after a commit that has added rows. */
  wake(): void;
  /** Begins to work. */
  start(): void;
  /** Begins no other row, and resolves once the present one is done. */
  stop(): Promise<void>;
  /** Resolves once nothing is due. */
  idle(): Promise<void>;
}

export interface DueQueueOptions<Row> {
  /** The row to work on at a time, in epoch milliseconds. */
  readonly nextDue: (now: number) => Promise<Row | undefined>;
  /** When the next row is due. */
  readonly nextAt: () => Promise<number | undefined>;
  /** Stores the outcome itself. What it throws pauses the queue for a minute. */
  readonly work: (row: Row) => Promise<void>;
  /** Logs what has paused the queue. */
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
}

/** At most this long, because the clock may be set. */
const LONGEST_SLEEP_MS = 60_000;

export function createDueQueue<Row>(options: DueQueueOptions<Row>): DueQueue {
  const { nextDue, nextAt, work, onError, clock } = options;
  let isStarted = false;
  let running: Promise<void> | undefined;
  /** Whether rows may have been added since the last look. */
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  async function workOnDue(): Promise<void> {
    while (isStarted) {
      const row = await nextDue(clock.now());
      if (!row) return;
      await work(row);
    }
  }

  async function run(): Promise<void> {
    let sleepMs = LONGEST_SLEEP_MS;
    isWoken = false;
    try {
      await workOnDue();
      const at = await nextAt();
      if (at !== undefined) sleepMs = Math.max(0, at - clock.now());
    } catch (error) {
      onError(error);
    }
    running = undefined;
    if (isWoken || sleepMs === 0) wake();
    else if (isStarted) timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, sleepMs)).unref();
  }

  function wake(): void {
    isWoken = true;
    if (!isStarted || running) return;
    clearTimeout(timer);
    running = run();
  }

  async function idle(): Promise<void> {
    while (running) await running;
  }

  return {
    wake,
    start() {
      isStarted = true;
      wake();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await idle();
    },
    idle,
  };
}
