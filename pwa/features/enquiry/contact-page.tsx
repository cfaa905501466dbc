import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
import { SUPPORT_HOURS } from '#shared/domain/policies.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { EnquiryList } from '../enquiry-list.tsx';
import styles from './contact-page.module.css';
import { EnquiryPart } from './enquiry-part.tsx';
import { ThankYou } from './thank-you.tsx';

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
