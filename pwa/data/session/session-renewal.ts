/** A session is prolonged so long before it ends. */
export const RENEWAL_MARGIN_MS = 5 * 60_000;
/** Waits after attempts that prolonged nothing: each twice as long as the one before. */
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 16 * 60_000;
/** Browsers take a timer of more than 24 days for none at all. */
const LONGEST_TIMER_MS = 24 * 3_600_000;

export interface RenewableSession {
  /** When it ends, in epoch milliseconds; `undefined` while nobody is signed in. */
  expiresAt(): number | undefined;
  /** Told whenever the session has changed. */
  subscribe(listener: () => void): () => void;
  /** Asks the server, which prolongs a session that is used. Never throws. */
  renew(): Promise<void>;
}

/** Keeps whoever is signed in signed in while a page is open. @returns a function that ends it */
export function keepSession({ expiresAt, subscribe, renew }: RenewableSession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;

  function wait(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), Math.min(Math.max(0, delayMs), LONGEST_TIMER_MS));
  }

  function plan(): void {
    clearTimeout(timer);
    retryMs = FIRST_RETRY_MS;
    const end = expiresAt();
    if (end !== undefined) wait(end - RENEWAL_MARGIN_MS - Date.now());
  }

  async function attempt(): Promise<void> {
    const end = expiresAt();
    if (end === undefined || end - RENEWAL_MARGIN_MS > Date.now()) return plan();
    await renew();
    if (expiresAt() !== end) return;
    wait(retryMs);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }

  const unsubscribe = subscribe(plan);
  plan();
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
