const KEY = 'install-offer-declined-at';
const SNOOZE_MS = 14 * 86_400_000;

/** Whether the person said "not now" within the last 14 days. `now` in epoch milliseconds. */
export function isSnoozed(storage: Pick<Storage, 'getItem'>, now: number): boolean {
  const declinedAt = Number(storage.getItem(KEY) ?? Number.NaN);
  return Number.isFinite(declinedAt) && now - declinedAt < SNOOZE_MS;
}

export function snooze(storage: Pick<Storage, 'setItem'>, now: number): void {
  storage.setItem(KEY, String(now));
}
