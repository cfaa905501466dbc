import { PageTitle } from '#pwa/ui/page.tsx';
import { SpecStrip } from '#pwa/ui/spec-strip.tsx';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { DroneServiceSection } from './drone-service-section.tsx';
import { Hero } from './hero.tsx';
import styles from './home-page.module.css';
import { IndustriesSection } from './industries-section.tsx';
import type { OfferProps } from './offer.ts';
import { ProductCarousel } from './product-carousel.tsx';
import { ServicesSection } from './services-section.tsx';
import { TrainingSection } from './training-section.tsx';

const SPECS = [
  { value: '90', unit: 'min', label: 'Max flight time' },
  { value: '65', unit: 'km/h', label: 'Optimal speed' },
  { value: '20-30', unit: 'km', label: 'Video feed range' },
  { value: '60-74', unit: 'km', label: 'Telemetry range' },
];

export function HomePage({ Offer }: OfferProps) {
  return (
    <>
      <PageTitle title="Australian long-endurance drones" />
      <Hero />
      <div className={styles.strip}>
        <SpecStrip specs={SPECS} label="Recon VTOL in figures" />
      </div>
      <ProductCarousel Offer={Offer} />
      <ServicesSection />
      <IndustriesSection />
      <DroneServiceSection />
      <TrainingSection />
      <ClosingSection />
    </>
  );
}

function ClosingSection() {
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
