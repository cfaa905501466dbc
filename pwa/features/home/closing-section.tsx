import { ButtonLink } from '#pwa/ui/button.tsx';
import styles from './home-page.module.css';

export function ClosingSection() {
  return (
    <section className={styles.closingSectionClosing} aria-labelledby="closing-title">
      <h2 id="closing-title" className={styles.closingSectionTitle}>
        Tell us what you need to see, and from how far.
      </h2>
      <ButtonLink kind="primary" to="/contact">
        Contact Us
      </ButtonLink>
    </section>
  );
}
