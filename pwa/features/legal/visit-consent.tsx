import { useStore } from '#pwa/create-store.ts';
import { consent, setConsent } from '#pwa/data/analytics/consent.ts';
import { Choice } from '#pwa/ui/choice.tsx';
import { useIsLive } from '#pwa/ui/use-is-live.ts';
import styles from './legal.module.css';

/** Where a person agrees to be counted, and takes it back. */
export function VisitConsent() {
  const isGiven = useStore(consent, () => false);
  const isLive = useIsLive();
  return (
    <fieldset className={styles.visitConsent} disabled={!isLive} data-screen-only>
      <legend className={styles.visitConsentTitle}>Counting visits</legend>
      <Choice type="checkbox" checked={isGiven} onChange={(event) => setConsent(event.target.checked)}>
        Count the pages I open
      </Choice>
      <p className={styles.visitConsentNote}>
        {isGiven
          ? 'Each page you open on this device adds one to a number on our own server. Take the tick away and it stops at once.'
          : 'Nothing is counted on this device. With your agreement each page you open adds one to a number on our own server, without your name, address or bag.'}
      </p>
    </fieldset>
  );
}
