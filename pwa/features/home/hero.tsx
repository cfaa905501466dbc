import { ButtonLink } from '#pwa/ui/button.tsx';
import { HeroPicture } from './hero-picture.tsx';
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
