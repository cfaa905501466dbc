import { Link } from 'react-router-dom';
import { useBagId } from '#pwa/data/cart/bag-id.ts';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { DocumentState } from '../document-state.tsx';
import { EnquiryList } from '../enquiry-list.tsx';
import styles from './account.module.css';
import { ProfileFacts } from './profile-facts.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Where somebody lands after signing in, whatever their type. */
export function AccountHomePage() {
  const { status, account, isStaff } = useSession();
  const { isOnline, waiting } = useConnection();
  if (status === 'loading') {
    return (
      <Page title="Your account">
        <Skeleton shape="title" />
      </Page>
    );
  }
  if (!account) {
    return (
      <Page title="Your account">
        <PageHead heading="Your account" />
        <EmptyState
          title="You are not signed in"
          actions={
            <ButtonLink kind="primary" to="/login">
              Login
            </ButtonLink>
          }
        />
      </Page>
    );
  }
  return (
    <Page title="Your account">
      <PageHead heading={`Good to see you, ${account.name || account.email}`} />
      <Facts>
        <Fact name="Email">{account.email}</Fact>
        <ProfileFacts accountId={account.id} />
        <Fact name="Access">{isStaff ? 'Staff: you can create and edit products' : 'Customer'}</Fact>
        <Fact name="Connection">{isOnline ? 'Online' : 'Offline, everything is kept on this device'}</Fact>
        <Fact name="Waiting to be sent">{waiting === 0 ? 'Nothing' : String(waiting)}</Fact>
        <Fact name="Your bag">
          <BagFact />
        </Fact>
      </Facts>
      <ul className={styles.links}>
        <li>
          <Link to="/checkout">Your bag</Link>
        </li>
        <li>
          <Link to="/products">Products</Link>
        </li>
        <li>
          <Link to="/sync">Sync centre</Link>
        </li>
        {isStaff && (
          <>
            <li>
              <Link to="/ukraine/orders">Purchase orders</Link>
            </li>
            <li>
              <Link to="/migration">Migration</Link>
            </li>
          </>
        )}
      </ul>
      <EnquiryList title={isStaff ? 'Newest enquiries' : 'Your enquiries'} limit={5} />
      <div className={styles.leave}>
        <SignOutButton />
      </div>
    </Page>
  );
}

function BagFact() {
  const { count } = useCart();
  const bagId = useBagId();
  return (
    <span className={styles.bag}>
      {count === 0 ? 'Empty' : `${count} ${count === 1 ? 'item' : 'items'}`}
      <DocumentState collection="checkouts" documentId={bagId} />
    </span>
  );
}
