import { ButtonLink } from '#pwa/ui/button.tsx';
import { DroneServiceSection } from './drone-service-section.tsx';
import styles from './home-page.module.css';
import { IndustriesSection } from './industries-section.tsx';
import { ServicesSection } from './services-section.tsx';
import { TrainingSection } from './training-section.tsx';

/** What is below the first screens of the home page. */
export function HomeSections() {
  return (
    <>
      <ServicesSection />
      <IndustriesSection />
      <DroneServiceSection />
      <TrainingSection />
      <section className={styles.closingSectionClosing} aria-labelledby="closing-title">
        <h2 id="closing-title" className={styles.closingSectionTitle}>
          Tell us what you need to see, and from how far.
        </h2>
        <ButtonLink kind="primary" to="/contact">
          Contact Us
        </ButtonLink>
      </section>
    </>
  );
}
