import { Link } from '#pwa/ui/link.tsx';
import { COMPANY_LINE, COPYRIGHT_YEAR } from '#shared/domain/policies.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { useHasAccess } from '#pwa/data/session/use-session.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Logo } from '#pwa/ui/logo.tsx';
import styles from './footer.module.css';

export function Footer() {
  const { contactEmail, testPayments } = useShopConfig();
  const hasAccess = useHasAccess();
  return (
    <footer className={styles.footer} data-screen-only>
      <div className={styles.columns}>
        <section className={styles.company}>
          <h2 className={styles.heading}>Company</h2>
          <Logo />
          <p>{COMPANY_LINE}</p>
        </section>
        <section>
          <h2 className={styles.heading}>Connect</h2>
          <ul className={styles.links}>
            {contactEmail && (
              <li>
                <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
              </li>
            )}
            <li>
              <Link to="/contact">Contact Us</Link>
            </li>
            <li>
              <Link to="/sync">Sync centre</Link>
            </li>
            {hasAccess && (
              <li>
                <Link to="/ukraine/orders">Purchase orders</Link>
              </li>
            )}
          </ul>
        </section>
        <section>
          <h2 className={styles.heading}>Information</h2>
          <ul className={styles.links}>
            <li>
              <Link to="/legals/terms-and-conditions">Terms and Conditions</Link>
            </li>
            <li>
              <Link to="/legals/privacy-policy">Privacy Policy</Link>
            </li>
            <li>
              <Link to="/legals/warranty">Warranty</Link>
            </li>
          </ul>
        </section>
      </div>
      <div className={styles.imprint}>
        <p>© {COPYRIGHT_YEAR} Nankeen</p>
        <p>
          Version {APP_VERSION}
          {testPayments && ' · test payments, no money moves'}
        </p>
      </div>
    </footer>
  );
}
