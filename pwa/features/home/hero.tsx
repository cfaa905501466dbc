import { useState } from 'react';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { toAvifSources } from '#pwa/ui/picture-sources.ts';
import styles from './hero.module.css';

export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <HeroPicture />
      <div className={styles.words}>
        <h1 id="hero-title" className={styles.title}>
          Stays up. Sees far. Comes&nbsp;home.
        </h1>
        <p className={styles.lead}>
          Recon VTOL rises like a helicopter and cruises on a wing. Ninety minutes, no runway, designed and
          built in Australia.
        </p>
        <p className={styles.actions}>
          <ButtonLink kind="primary" to="/product/recon-vtol">
            See Recon VTOL
          </ButtonLink>
          <ButtonLink to="/products" className={styles.second}>
            All products
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}

const LANDSCAPE = '/pictures/home/hero.webp';
const PORTRAIT = '/pictures/home/hero-portrait.webp';
const NARROW = '(max-width: 35.99rem)';

/** Portrait on phones, landscape elsewhere. If it fails to load, only the dark background shows. */
function HeroPicture() {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <picture className={styles.picture}>
      <source
        media={NARROW}
        type="image/avif"
        srcSet={toAvifSources(PORTRAIT)}
        sizes="100vw"
        width={960}
        height={1200}
      />
      <source media={NARROW} srcSet={PORTRAIT} width={960} height={1200} />
      <source type="image/avif" srcSet={toAvifSources(LANDSCAPE)} sizes="100vw" />
      <img
        src={LANDSCAPE}
        alt="Recon VTOL, a white aircraft with two graphite booms, seen against a dark ground"
        width={1600}
        height={900}
        fetchPriority="high"
        onError={() => setHasFailed(true)}
      />
    </picture>
  );
}
