import { useEffect } from 'react';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';

/** The worker answers to it, see `service-worker/wake-pages.ts`. */
const TAG = 'nankeen-outbox';

/** Not in the DOM's types: https://wicg.github.io/background-sync/spec/ */
interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Tells the device what waits here: a number on the app's icon, and a wish to be woken when there is a network. */
export function useWaitingWork(): void {
  const { waiting } = useConnection();
  const reviews = useRejectedChanges().length;

  useEffect(() => {
    void showBadge(waiting + reviews);
  }, [waiting, reviews]);

  useEffect(() => {
    if (waiting > 0) void askForWake();
  }, [waiting]);
}

/** Where the app isn't installed, or the browser has no badges, nothing shows. */
async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

/** A browser may refuse; then this device is woken by what the page itself hears. */
async function askForWake(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as SyncRegistration | undefined;
  await registration?.sync?.register(TAG).catch(() => undefined);
}
