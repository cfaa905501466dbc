import { useStore } from '#pwa/create-store.ts';
import { consent, setConsent } from '#pwa/data/analytics/consent.ts';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import styles from './legal.module.css';

/** Lets a person agree to page view counting, or withdraw that consent. */
export function VisitConsent() {
  const isGiven = useStore(consent, () => false);
  return (
    <fieldset className={styles.visitConsent} data-screen-only>
      <legend className={styles.visitConsentTitle}>Counting visits</legend>
      <Checkbox type="checkbox" checked={isGiven} onChange={(event) => setConsent(event.target.checked)}>
        Count the pages I open
      </Checkbox>
      <p className={styles.visitConsentNote}>
        {isGiven
          ? 'Each page you open on this device adds one to a number on our own server. Take the tick away and it stops at once.'
          : 'Nothing is counted on this device. With your agreement each page you open adds one to a number on our own server, without your name, address or cart.'}
      </p>
    </fieldset>
  );
}
