import { useLocation } from 'react-router-dom';
import { Link } from '#pwa/ui/link.tsx';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { useStore } from '#pwa/create-store.ts';
import { consent, setConsent } from '#pwa/data/analytics/consent.ts';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import styles from './legal.module.css';
import type { LegalSection } from './legal-section.ts';
import { findLegalText, LEGAL_TEXTS } from './legal-texts.ts';

/** The legal text named by the last segment of the path. */
export function LegalPage() {
  const { pathname } = useLocation();
  const config = useShopConfig();
  const text = findLegalText(pathname);
  if (!text) return null;
  const others = LEGAL_TEXTS.filter((other) => other !== text);
  return (
    <Page title={text.title}>
      <PageHead heading={text.title} lead={text.lead} />
      <div className={styles.text}>
        {text.toSections(config).map((section) => (
          <Section key={section.heading} section={section} />
        ))}
      </div>
      {text.segment === 'privacy-policy' && <VisitConsent />}
      <nav aria-label="Other legal texts" className={styles.others} data-screen-only>
        {others.map((other) => (
          <Link key={other.segment} to={`/legals/${other.segment}`}>
            {other.title}
          </Link>
        ))}
      </nav>
    </Page>
  );
}

function Section({ section }: { readonly section: LegalSection }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{section.heading}</h2>
      <div className={styles.content}>
        {section.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {section.points && (
          <ul className={styles.points}>
            {section.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        {section.steps && (
          <ol className={styles.steps}>
            {section.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

/** Lets a person agree to page view counting, or withdraw that consent. */
function VisitConsent() {
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
