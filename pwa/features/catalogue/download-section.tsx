import type { ProductEntry } from '#shared/collections/products.ts';
import { ContentLink } from '#pwa/ui/content-link.tsx';
import { DocumentIcon } from '#pwa/ui/icons/action-icons.tsx';
import styles from './download-section.module.css';
import { Section } from './section.tsx';

/** Value is the link, label the text. */
export function DownloadSection({ downloads }: { readonly downloads: readonly ProductEntry[] }) {
  if (downloads.length === 0) return null;
  return (
    <Section title="User manuals and downloads">
      <ul className={styles.list}>
        {downloads.map((download, index) => (
          <li key={`${index} ${download.value}`} className={styles.row}>
            <DocumentIcon />
            <div>
              <ContentLink to={download.value} className={styles.link}>
                {download.label}
              </ContentLink>
              {download.description && <p className={styles.note}>{download.description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
