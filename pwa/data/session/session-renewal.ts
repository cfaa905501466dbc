/** A session is renewed this long before it expires. */
export const RENEWAL_MARGIN_MS = 5 * 60_000;
/** Wait after a failed renewal; doubles each time. */
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 16 * 60_000;
/** Browsers run timers of more than 24 days at once. */
const LONGEST_TIMER_MS = 24 * 3_600_000;

export interface RenewableSession {
  /** Epoch milliseconds when it expires; `undefined` while nobody is signed in. */
  expiresAt(): number | undefined;
  /** Calls `listener` whenever the session has changed. */
  subscribe(listener: () => void): () => void;
  /** Fetches the session, by which the server renews it. Never throws. */
  renew(): Promise<void>;
}

/** Renews the session while a page is open. @returns a function that stops it */
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
