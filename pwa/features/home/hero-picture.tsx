import { useState } from 'react';
import { toAvifSources } from '#pwa/ui/picture-sources.ts';
import styles from './hero.module.css';

const LANDSCAPE = '/pictures/home/hero.webp';
const PORTRAIT = '/pictures/home/hero-portrait.webp';
const NARROW = '(max-width: 59.99rem)';

/** Upright on phones, wide elsewhere. Without a picture the dark ground stands alone. */
export function HeroPicture() {
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
