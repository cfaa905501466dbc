import { useSyncExternalStore } from 'react';
import { storage } from '#pwa/data/platform.ts';
import { Button } from '#pwa/ui/button.tsx';
import { forgetInstallEvent, readInstallEvent, subscribeToInstallEvent } from './install-event.ts';
import { snooze } from './install-snooze.ts';
import styles from './prompt.module.css';

/** Offers installing after a moment of value, and not again for 14 days after a "not now". */
export function InstallOffer({ isWorthIt }: { readonly isWorthIt: boolean }) {
  const event = useSyncExternalStore(subscribeToInstallEvent, readInstallEvent, () => undefined);
  if (!event || !isWorthIt) return null;

  function handleDecline() {
    snooze(storage, Date.now());
    forgetInstallEvent();
  }

  async function handleInstall() {
    if (!event) return;
    await event.prompt();
    const { outcome } = await event.userChoice;
    if (outcome === 'dismissed') snooze(storage, Date.now());
    forgetInstallEvent();
  }

  return (
    <aside className={styles.prompt} aria-label="Install the store">
      <p>Keep Nankeen on this device: the whole catalogue and your bag, with or without a signal.</p>
      <div className={styles.actions}>
        <Button kind="plain" onClick={handleDecline}>
          Not now
        </Button>
        <Button onClick={() => void handleInstall()}>Install</Button>
      </div>
    </aside>
  );
}
