import { useId } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { toEnquiryPath } from '#shared/api/document-paths.ts';
import { useAllEnquiries } from '#pwa/data/queries/enquiries.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { DocumentState } from './document-state.tsx';
import styles from './enquiry-list.module.css';

interface EnquiryListProps {
  readonly title: string;
  /** How many of the newest enquiries to show. */
  readonly limit: number;
}

/** Enquiries on this device with their sync states; renders nothing if there are none. */
export function EnquiryList({ title, limit }: EnquiryListProps) {
  const enquiries = useAllEnquiries()?.enquiries.slice(0, limit);
  const titleId = useId();
  if (!enquiries || enquiries.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={styles.part}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.list}>
        {enquiries.map(({ FBUID, contactMessage, createdAt }) => (
          <li key={FBUID} className={styles.enquiry}>
            <Link to={toEnquiryPath(FBUID)} className={styles.link}>
              {contactMessage}
            </Link>
            <span className={styles.facts}>
              <Instant at={createdAt} className={styles.time} />
              <DocumentState collection="contacts" documentId={FBUID} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
