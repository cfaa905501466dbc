import { toDeskEnquiryPath } from '#shared/api/document-paths.ts';
import type { Contact } from '#shared/collections/contacts.ts';
import type { InboxItem } from '#shared/collections/inbox.ts';
import { useAllEnquiries } from '#pwa/data/queries/enquiries.ts';
import { useInbox } from '#pwa/data/queries/inbox.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Row } from '#pwa/ui/row-list.tsx';
import { DeskList, type DeskView } from '../desk-list.tsx';
import { DocumentState } from '../document-state.tsx';
import { INBOX_STATE_TEXTS, toShownState, type InboxStateShown } from '../inbox-part.tsx';
import styles from '../desk.module.css';
import { StaffOnly } from '../staff-only.tsx';

/** The enquiries for staff: what is new, what waits for an answer, what is done. */
export function EnquiriesPage() {
  const { isStaff } = useSession();
  return (
    <Page title="Enquiries">
      <PageHead heading="Enquiries" lead={isStaff && <Link to="/admin">Admin</Link>} />
      <StaffOnly purpose="Staff see here what people have asked, and answer.">
        <Enquiries />
      </StaffOnly>
    </Page>
  );
}

interface Listed {
  readonly enquiry: Contact;
  readonly item: InboxItem | undefined;
}

const isShown =
  (...states: readonly InboxStateShown[]) =>
  ({ item }: Listed) =>
    states.includes(toShownState(item));

/** @param email of the person */
function toViews(email: string | undefined): readonly [DeskView<Listed>, ...DeskView<Listed>[]] {
  return [
    {
      name: 'open',
      title: 'To answer',
      none: 'Nothing to answer',
      about: 'Enquiries show here as soon as they come in.',
      isIn: isShown('new', 'open'),
    },
    {
      name: 'mine',
      title: 'Mine',
      none: 'You take care of no enquiry',
      about: 'Enquiries that you take show here until they are closed.',
      isIn: ({ item }) => item?.inboxAssignee === email && item?.inboxState !== 'closed',
    },
    {
      name: 'answered',
      title: 'Answered',
      none: 'No enquiry is answered yet',
      about: 'Enquiries show here once somebody has replied.',
      isIn: isShown('answered'),
    },
    {
      name: 'closed',
      title: 'Closed',
      none: 'No enquiry is closed yet',
      about: 'Enquiries that need nothing more show here.',
      isIn: isShown('closed'),
    },
  ];
}

function Enquiries() {
  const { account } = useSession();
  const found = useAllEnquiries();
  const inbox = useInbox('contacts');
  return (
    <DeskList
      path="/admin/enquiries"
      noun={{ one: 'enquiry', many: 'enquiries' }}
      views={toViews(account?.email)}
      items={inbox && found?.enquiries.map((enquiry) => ({ enquiry, item: inbox.get(enquiry.FBUID) }))}
      isComplete={found?.isComplete ?? false}
      searched="name, email address, company or words of the message"
      toText={({ enquiry: { contactName, contactEmail, contactCompany, contactMessage } }) =>
        [contactName, contactEmail, contactCompany, contactMessage].join(' ')
      }
      toKey={({ enquiry }) => enquiry.FBUID}
      ItemRow={EnquiryRow}
    />
  );
}

function EnquiryRow({ item: { enquiry, item } }: { readonly item: Listed }) {
  const { FBUID: id, contactName, contactCompany, contactMessage, createdAt } = enquiry;
  return (
    <Row name={<Link to={toDeskEnquiryPath(id)}>{contactName}</Link>}>
      <span className={styles.excerpt}>{contactMessage}</span>
      <span className={styles.soft}>
        {contactCompany && `${contactCompany}, `}
        <Instant at={createdAt} />
      </span>
      <span className={styles.chips}>
        {INBOX_STATE_TEXTS[toShownState(item)]}
        {item?.inboxAssignee && `, ${item.inboxAssignee}`}
        {item && <DocumentState collection="inbox" documentId={item.FBUID} />}
      </span>
    </Row>
  );
}
