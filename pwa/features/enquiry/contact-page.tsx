import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { readSegment, toEnquiryPath } from '#shared/api/document-paths.ts';
import { SUPPORT_HOURS } from '#shared/domain/policies.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useEnquiry } from '#pwa/data/queries/enquiries.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StateChip, toChipState } from '#pwa/ui/state-chip.tsx';
import { EnquiryList } from '../enquiry-list.tsx';
import styles from './contact-page.module.css';
import { EnquiryPart } from './enquiry-part.tsx';

/** A new enquiry, optionally `about` something, or an earlier one by `contactFBUID` in the query string or the path. */
export function ContactPage() {
  const [query] = useSearchParams();
  const id = readSegment(useLocation().pathname, 1) || query.get('contactFBUID') || undefined;
  const about = query.get('about') || undefined;
  const [sentId, setSentId] = useState<string>();
  const { contactEmail } = useShopConfig();
  const { isStaff } = useSession();
  return (
    <Page title="Contact Us">
      <PageHead heading="Contact Us" lead="Can't find what you're looking for? We welcome all enquiries." />
      <div className={styles.columns}>
        <div>
          {sentId === undefined ? (
            <EnquiryPart key={`${id} ${about}`} id={id} about={about} onSent={setSentId} />
          ) : (
            <ThankYou enquiryId={sentId} onAnother={() => setSentId(undefined)} />
          )}
        </div>
        <aside className={styles.aside} aria-label="Other ways to reach us">
          <div>
            <h2>Email</h2>
            {contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
          </div>
          <div>
            <h2>Trouble in the field?</h2>
            <p>
              Tell us where you are and what the aircraft did last. 24/7 technical support answers within{' '}
              {SUPPORT_HOURS} hours, on any day.
            </p>
          </div>
          <div>
            <h2>No signal?</h2>
            <p>
              Write anyway. The enquiry stays on this device and is sent as soon as there is a connection.
            </p>
          </div>
          {!isStaff && <EnquiryList title="Your enquiries" limit={3} />}
        </aside>
      </div>
    </Page>
  );
}

interface ThankYouProps {
  readonly enquiryId: string;
  readonly onAnother: () => void;
}

/** Replaces the form after submission and follows the enquiry's sync state. */
function ThankYou({ enquiryId, onAnother }: ThankYouProps) {
  const { state = 'pending', isAbsent } = useEnquiry(enquiryId);
  const { isSending } = useConnection();
  if (isAbsent) {
    const again = <Button onClick={onAnother}>Write it again</Button>;
    return (
      <Notice tone="error" role="alert" actions={again}>
        This enquiry is no longer on this device. If it wasn’t confirmed before, it was not sent.
      </Notice>
    );
  }
  return (
    <div className={styles.thankYouThanks}>
      <div role="status" className={styles.thankYouWords}>
        <p className={styles.thankYouText} ref={focusOnMount} tabIndex={-1}>
          {state === 'rejected'
            ? "Your enquiry wasn't accepted yet. Everything you wrote is saved on this device."
            : 'Thank you for submitting an enquiry with us. We will get back to you soon.'}
        </p>
        <StateChip state={toChipState(state, isSending, 'contacts')} />
      </div>
      {state === 'rejected' && (
        <p>
          <Link to={toEnquiryPath(enquiryId)} onClick={onAnother}>
            See why, and send it again
          </Link>
        </p>
      )}
      <p className={styles.thankYouMore}>
        <ButtonLink kind="plain" to={toEnquiryPath(enquiryId)} onClick={onAnother}>
          Read or change it
        </ButtonLink>
        <Button kind="plain" onClick={onAnother}>
          Write another
        </Button>
      </p>
    </div>
  );
}

function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}
