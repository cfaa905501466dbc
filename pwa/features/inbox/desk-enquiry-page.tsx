import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import { readSegment, toEnquiryPath, toHistoryPath } from '#shared/api/document-paths.ts';
import type { MailFacts } from '#shared/api/mail-routes.ts';
import type { Contact } from '#shared/collections/contacts.ts';
import { toInboxId } from '#shared/domain/inbox.ts';
import { isMailAddress } from '#shared/domain/mail-address.ts';
import { useEnquiry } from '#pwa/data/queries/enquiries.ts';
import { useInboxItem } from '#pwa/data/queries/inbox.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { byTime, Entry, EntryForm, InboxPart, useInboxStep } from '../inbox-part.tsx';
import styles from '../desk.module.css';
import { MailState, useMailsAbout } from '../mails-about.tsx';
import { StaffOnly } from '../staff-only.tsx';

/** One enquiry for staff: what was asked, what was answered, and what is noted. */
export function DeskEnquiryPage() {
  const { pathname } = useLocation();
  const { isStaff } = useSession();
  const { status, enquiry } = useEnquiry(readSegment(pathname, 2));
  const title = enquiry && isStaff ? `Enquiry of ${enquiry.contactName}` : 'Enquiry';
  return (
    <Page title={title}>
      <PageHead heading={title} lead={isStaff && <Link to="/admin/enquiries">All enquiries</Link>} />
      <StaffOnly purpose="Staff read here what was asked, and answer.">
        {enquiry && <DeskEnquiry enquiry={enquiry} />}
        {status === 'loading' && <LoadingText>Loading the enquiry …</LoadingText>}
        {status === 'missing' && (
          <EmptyState
            title="There is no such enquiry"
            actions={<ButtonLink to="/admin/enquiries">All enquiries</ButtonLink>}
          >
            Who sent it may have deleted it. New enquiries come to this device with the next connection.
          </EmptyState>
        )}
      </StaffOnly>
    </Page>
  );
}

function DeskEnquiry({ enquiry }: { readonly enquiry: Contact }) {
  const { FBUID: id, contactEmail, contactPhone, contactCompany, contactMessage, createdAt } = enquiry;
  return (
    <div className={styles.columns}>
      <div className={styles.parts}>
        <p className={styles.text}>{contactMessage}</p>
        <Replies enquiryId={id} to={contactEmail} />
      </div>
      <div className={styles.parts}>
        <DescriptionList>
          <Description name="Sent">
            <Instant at={createdAt} />
          </Description>
          <Description name="Email">
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </Description>
          {contactPhone && <Description name="Phone">{contactPhone}</Description>}
          {contactCompany && <Description name="Company">{contactCompany}</Description>}
        </DescriptionList>
        <div className={styles.buttons}>
          <ButtonLink to={toEnquiryPath(id)}>Open as the sender sees it</ButtonLink>
          <ButtonLink kind="plain" to={toHistoryPath('contacts', id)}>
            History
          </ButtonLink>
        </div>
        <InboxPart collection="contacts" id={id} />
      </div>
    </div>
  );
}

function Replies({ enquiryId, to }: { readonly enquiryId: string; readonly to: string }) {
  const titleId = useId();
  const item = useInboxItem('contacts', enquiryId);
  const takeStep = useInboxStep({ collection: 'contacts', id: enquiryId });
  const replies = item?.inboxReplies ?? [];
  const mails = useMailsAbout(enquiryId, {
    version: item?.sync.acknowledged,
    expected: replies.map(({ id }) => toMailKey(id)),
  });
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        Replies
      </h2>
      {replies.length > 0 && (
        <ul className={styles.entries} aria-label="Replies">
          {replies.toSorted(byTime).map((reply) => (
            <Entry
              key={reply.id}
              entry={reply}
              state={<ReplyMail mail={mails?.find(({ key }) => key === toMailKey(reply.id))} />}
            />
          ))}
        </ul>
      )}
      {isMailAddress(to) ? (
        <EntryForm
          formKey={`inbox/${toInboxId('contacts', enquiryId)}/reply`}
          label={`Reply to ${to}`}
          hint="It is emailed once, as soon as there is a connection."
          action="Send reply"
          onSend={(text, by) => takeStep({ do: 'reply', text, by })}
        />
      ) : (
        <Notice tone="pending">
          “{to}” is not an email address, so no reply can be mailed. Answer in another way, and write a note.
        </Notice>
      )}
    </section>
  );
}

const toMailKey = (replyId: string) => `reply:${replyId}`;

function ReplyMail({ mail }: { readonly mail: MailFacts | undefined }) {
  return (
    mail && (
      <p className={styles.soft}>
        <MailState mail={mail} />
      </p>
    )
  );
}
