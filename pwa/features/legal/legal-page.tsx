import { Link } from '#pwa/ui/link.tsx';
import { useLocation } from 'react-router-dom';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import styles from './legal.module.css';
import type { LegalSection } from './legal-section.ts';
import { findLegalText, LEGAL_TEXTS } from './legal-texts.ts';
import { VisitConsent } from './visit-consent.tsx';

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
