import { Suspense, useState } from 'react';
import { useStore, createStore, type ReadableStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import styles from './prompt.module.css';

const HomeScreenSteps = lazyPart(async () => (await import('./home-screen-steps.tsx')).HomeScreenSteps);

/** Offers to install once `isWorthIt`, and not again for 14 days after "Not now". */
export function InstallOffer({ isWorthIt }: { readonly isWorthIt: boolean }) {
  const event = useStore(installEvent, () => undefined);
  // The key remounts the offer for each browser event, which checks it against the last "Not now".
  return isWorthIt && <Offer key={event?.timeStamp} event={event} />;
}

function Offer({ event }: { readonly event: BeforeInstallPromptEvent | undefined }) {
  const { storage } = useAppStore();
  const [isOver, setIsOver] = useState(() => isSnoozed(storage, Date.now()));
  const [isShowing, setIsShowing] = useState(false);
  if (isOver || (!event && !needsManualInstall(navigator))) return null;

  function handleDecline() {
    snooze(storage, Date.now());
    setIsOver(true);
    forgetInstallEvent();
  }

  async function handleInstall() {
    if (!event) return setIsShowing(true);
    await event.prompt();
    const { outcome } = await event.userChoice;
    if (outcome === 'dismissed') snooze(storage, Date.now());
    forgetInstallEvent();
  }

  return (
    <>
      <aside className={styles.prompt} aria-label="Install the store">
        <p>Keep Nankeen on this device: the whole catalogue and your cart, with or without a signal.</p>
        <div className={styles.actions}>
          <Button kind="plain" onClick={handleDecline}>
            Not now
          </Button>
          <Button onClick={() => void handleInstall()}>{event ? 'Install' : 'Show how'}</Button>
        </div>
      </aside>
      {/* Closing the steps snoozes the offer too. */}
      {isShowing && (
        <Suspense fallback={null}>
          <HomeScreenSteps isOpen onClose={handleDecline} />
        </Suspense>
      )}
    </>
  );
}

interface Device {
  /** Whether the page was opened from the home screen; only Safari and its relatives on phones and tablets say so. */
  readonly standalone?: boolean;
  readonly maxTouchPoints: number;
}

/** Whether the app isn't installed and must be installed by hand: a browser on an iPhone or iPad. */
function needsManualInstall({ standalone, maxTouchPoints }: Device): boolean {
  return standalone === false && maxTouchPoints > 1;
}

const KEY = 'install-offer-declined-at';
const SNOOZE_MS = 14 * 86_400_000;

/** Whether the person said "not now" within the last 14 days. `now` in epoch milliseconds. */
function isSnoozed(storage: Pick<Storage, 'getItem'>, now: number): boolean {
  const declinedAt = Number(storage.getItem(KEY) ?? Number.NaN);
  return Number.isFinite(declinedAt) && now - declinedAt < SNOOZE_MS;
}

function snooze(storage: Pick<Storage, 'setItem'>, now: number): void {
  storage.setItem(KEY, String(now));
}

/** The browser's install prompt, which a page can defer. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const deferred = createStore<BeforeInstallPromptEvent | undefined>(undefined);

/** The deferred install prompt. The page starts listening for one with the first subscriber. */
const installEvent: ReadableStore<BeforeInstallPromptEvent | undefined> = {
  read: deferred.read,
  subscribe(listener) {
    window.addEventListener('beforeinstallprompt', defer);
    window.addEventListener('appinstalled', forgetInstallEvent);
    return deferred.subscribe(listener);
  },
};

export function forgetInstallEvent(): void {
  deferred.set(undefined);
}

function defer(event: Event): void {
  event.preventDefault();
  deferred.set(event as BeforeInstallPromptEvent);
}
