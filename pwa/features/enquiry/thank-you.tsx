import { Link } from '#pwa/ui/link.tsx';
import { toEnquiryPath } from '#shared/api/document-paths.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useEnquiry } from '#pwa/data/queries/enquiries.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { StateChip, toChipState } from '#pwa/ui/state-chip.tsx';
import styles from './contact-page.module.css';

interface ThankYouProps {
  readonly enquiryId: string;
  readonly onAnother: () => void;
}

/** Replaces the form after submission and follows the enquiry's sync state. */
export function ThankYou({ enquiryId, onAnother }: ThankYouProps) {
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
