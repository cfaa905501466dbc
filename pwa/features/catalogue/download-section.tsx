import type { ProductEntry } from '#shared/collections/products.ts';
import { ContentLink } from '#pwa/ui/content-link.tsx';
import { DocumentIcon } from '#pwa/ui/icons/action-icons.tsx';
import styles from './product-sections.module.css';
import { Section } from './section.tsx';

/** An entry's `value` is the link, its `label` the text. */
export function DownloadSection({ downloads }: { readonly downloads: readonly ProductEntry[] }) {
  if (downloads.length === 0) return null;
  return (
    <Section title="User manuals and downloads">
      <ul>
        {downloads.map((download, index) => (
          <li key={`${index} ${download.value}`} className={styles.downloadSectionRow}>
            <DocumentIcon />
            <div>
              <ContentLink to={download.value} className={styles.downloadSectionLink}>
                {download.label}
              </ContentLink>
              {download.description && <p className={styles.downloadSectionNote}>{download.description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
