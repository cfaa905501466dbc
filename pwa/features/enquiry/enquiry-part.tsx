import { useState } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { toHistoryPath } from '#shared/api/document-paths.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useEnquiry } from '#pwa/data/queries/enquiries.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { DocumentState } from '../document-state.tsx';
import styles from './contact-page.module.css';
import { EnquiryForm } from './enquiry-form.tsx';
import { RefusedEnquiry } from './refused-enquiry.tsx';

interface EnquiryPartProps {
  /** The enquiry to read or change; `undefined` for a new one. */
  readonly id: string | undefined;
  /** Subject of a new enquiry, e.g. a product's name. Shows the new form even if there is a rejected enquiry. */
  readonly about: string | undefined;
  readonly onSent: (id: string) => void;
}

/** Shows a rejected enquiry first; otherwise the stored enquiry or an empty form. */
export function EnquiryPart({ id, about, onSent }: EnquiryPartProps) {
  const { status, enquiry } = useEnquiry(id);
  const [refused] =
    useRejectedChanges({
      collection: 'contacts',
      ...(id === undefined ? {} : { documentId: id }),
    }) ?? [];
  const [isWritingNew, setIsWritingNew] = useState(about !== undefined);
  if (refused && !isWritingNew) {
    return (
      <div className={styles.part}>
        <RefusedEnquiry key={refused.id} rejectedChange={refused} enquiry={enquiry} onSent={onSent} />
        {id === undefined && (
          <Button kind="plain" className={styles.writeNew} onClick={() => setIsWritingNew(true)}>
            Write a new one instead
          </Button>
        )}
      </div>
    );
  }
  if (status === 'loading') {
    return (
      <div role="status" className={styles.waiting}>
        <VisuallyHidden>Loading your enquiry</VisuallyHidden>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </div>
    );
  }
  return (
    <div className={styles.part}>
      {status === 'missing' && (
        <Notice tone="pending">
          This enquiry is not on this device. It can be read where it was written, or by our staff. You can
          write a new one here.
        </Notice>
      )}
      {enquiry && (
        <p className={styles.state}>
          <DocumentState collection="contacts" documentId={enquiry.FBUID} />
          <Link to={toHistoryPath('contacts', enquiry.FBUID)}>History</Link>
        </p>
      )}
      <EnquiryForm enquiry={enquiry} about={about} onSent={onSent} />
    </div>
  );
}
