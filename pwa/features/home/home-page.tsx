import { Suspense } from 'react';
import { PAGE_DATA_ID } from '#shared/api/render.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { PageTitle } from '#pwa/ui/page.tsx';
import { SpecStrip } from '#pwa/ui/spec-strip.tsx';
import { whenIdle } from '#pwa/when-idle.ts';
import { Hero } from './hero.tsx';
import styles from './home-page.module.css';
import type { OfferProps } from './offer.ts';
import { ProductCarousel } from './product-carousel.tsx';

const SPECS = [
  { value: '90', unit: 'min', label: 'Max flight time' },
  { value: '65', unit: 'km/h', label: 'Optimal speed' },
  { value: '20-30', unit: 'km', label: 'Video feed range' },
  { value: '60-74', unit: 'km', label: 'Telemetry range' },
];

/** On a rendered page they are there already, with links that work: their code waits until the page is idle. */
const HomeSections = lazyPart(async () => {
  if (globalThis.document?.getElementById(PAGE_DATA_ID)) await new Promise<void>(whenIdle);
  return (await import('./home-sections.tsx')).HomeSections;
});

export function HomePage({ Offer }: OfferProps) {
  return (
    <>
      <PageTitle title="Australian long-endurance drones" />
      <Hero />
      <div className={styles.strip}>
        <SpecStrip specs={SPECS} label="Recon VTOL in figures" />
      </div>
      <ProductCarousel Offer={Offer} />
      <Suspense>
        <HomeSections />
      </Suspense>
    </>
  );
}
