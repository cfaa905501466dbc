import { Link } from '#pwa/ui/link.tsx';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import styles from './legal.module.css';
import { LEGAL_TEXTS } from './legal-texts.ts';

export function LegalIndexPage() {
  return (
    <Page title="Legal">
      <PageHead heading="Legal" lead="Our terms, your privacy and your warranty, in plain English." />
      <ul className={styles.legalIndexPageList}>
        {LEGAL_TEXTS.map((text) => (
          <li key={text.segment}>
            <Link to={`/legals/${text.segment}`} className={styles.legalIndexPageLink}>
              <span className={styles.legalIndexPageWords}>
                <span className={styles.legalIndexPageTitle}>{text.title}</span>
                <span className={styles.legalIndexPageLead}>{text.lead}</span>
              </span>
              <ArrowRightIcon />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
