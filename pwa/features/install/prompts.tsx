import { useEffect } from 'react';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { InstallOffer } from './install-offer.tsx';
import styles from './prompt.module.css';
import { UpdatePrompt } from './update-prompt.tsx';

interface PromptsProps {
  /** Whether the person has used the store enough to be offered the installation. */
  readonly isWorthInstalling: boolean;
}

/** The app's own prompts, stacked along the lower edge. */
export function Prompts({ isWorthInstalling }: PromptsProps) {
  useWaitingWork();
  return (
    <div className={styles.prompts} data-screen-only>
      <InstallOffer isWorthIt={isWorthInstalling} />
      <UpdatePrompt />
    </div>
  );
}

/** Background Sync tag, handled in `service-worker/service-worker.ts`. */
const TAG = 'nankeen-outbox';

/** Missing from TypeScript's DOM types: https://wicg.github.io/background-sync/spec/ */
interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Shows the number of waiting writes and reviews on the app's icon, and requests a background sync for the writes. */
function useWaitingWork(): void {
  const { waiting } = useConnection();
  const reviews = useRejectedChanges()?.length ?? 0;

  useEffect(() => {
    void showBadge(waiting + reviews);
  }, [waiting, reviews]);

  useEffect(() => {
    if (waiting > 0) void requestBackgroundSync();
  }, [waiting]);
}

/** Does nothing if the app isn't installed or the browser has no badges. */
async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

/** The browser may refuse; then the writes are sent only while a page is open. */
async function requestBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as SyncRegistration | undefined;
  await registration?.sync?.register(TAG).catch(() => undefined);
}
