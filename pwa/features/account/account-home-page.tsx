import { Link } from '#pwa/ui/link.tsx';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Profile } from '#shared/collections/profiles.ts';
import { toProfileType } from '#shared/domain/profile.ts';
import { useProfile, type OwnProfile } from '#pwa/data/session/use-profile.ts';
import { DocumentState } from '../document-state.tsx';
import { EnquiryList } from '../enquiry-list.tsx';
import styles from './account.module.css';
import { AskForLink } from '../ask-for-link.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** The account, which is also the landing page after signing in, for every profile type. */
export function AccountHomePage() {
  const { status, account, isStaff, isManager, needs } = useSession();
  const own = useProfile(account?.id);
  const { isOnline, hasNetwork, waiting } = useConnection();
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
        >
          Here you find your profile, your enquiries and how you sign in.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Your account">
      <PageHead
        heading={`Good to see you, ${own?.profile?.profileNameGiven || account.name || account.email}`}
      />
      {!account.emailVerified && (
        <div className={styles.notice}>
          <Notice tone="pending" actions={<AskForLink email={account.email} />}>
            Your address is not confirmed yet. Open the link in our email, or ask for another one.
          </Notice>
        </div>
      )}
      {needs && (
        <div className={styles.unconfirmed}>
          <Notice tone="pending" actions={<ButtonLink to="/account/security">Set up</ButtonLink>}>
            You have a role here. It counts once you have set up a second factor.
          </Notice>
        </div>
      )}
      <ProfileNotice own={own} isOnline={isOnline} />
      <DescriptionList>
        <Description name="Email">{account.email}</Description>
        {own?.profile && <ProfileFacts accountId={account.id} profile={own.profile} />}
        <Description name="Access">{isManager ? 'Manager' : isStaff ? 'Staff' : 'Customer'}</Description>
        <Description name="Connection">
          {isOnline ? 'Online' : `${toOutage(hasNetwork)} Everything is kept on this device.`}
        </Description>
        <Description name="Waiting to be sent">{waiting === 0 ? 'Nothing' : String(waiting)}</Description>
        <Description name="Your cart">
          <CartFact accountId={account.id} />
        </Description>
      </DescriptionList>
      <ul className={styles.links}>
        <li>
          <Link to="/account/profile">Profile</Link>
        </li>
        <li>
          <Link to="/account/security">Security</Link>
        </li>
        <li>
          <Link to="/account/data">Your data</Link>
        </li>
        <li>
          <Link to="/account/orders">Your orders</Link>
        </li>
        <li>
          <Link to="/checkout">Your cart</Link>
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
              <Link to="/admin">Admin</Link>
            </li>
            <li>
              <Link to="/admin/orders">Orders</Link>
            </li>
            <li>
              <Link to="/admin/products">Manage products</Link>
            </li>
            {isManager && (
              <li>
                <Link to="/admin/staff">Staff</Link>
              </li>
            )}
            <li>
              <Link to="/ukraine/orders">Purchase orders</Link>
            </li>
            <li>
              <Link to="/template">Templates</Link>
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

function CartFact({ accountId }: { readonly accountId: string }) {
  const { count } = useCart();
  return (
    <span className={styles.state}>
      {count === 0 ? 'Empty' : `${count} ${count === 1 ? 'item' : 'items'}`}
      <DocumentState collection="checkouts" documentId={accountId} />
    </span>
  );
}

/** What the profile lacks. */
function ProfileNotice({
  own,
  isOnline,
}: {
  readonly own: OwnProfile | undefined;
  readonly isOnline: boolean;
}) {
  if (!own) return null;
  const { profile, isPulled } = own;
  if (!profile && !isPulled)
    return isOnline ? null : (
      <Notice tone="pending">
        Your profile isn’t on this device yet. It comes with the next connection.
      </Notice>
    );
  if (profile && isFinished(profile)) return null;
  return (
    <div className={styles.notice}>
      <Notice actions={<ButtonLink to="/account/profile">Finish your profile</ButtonLink>}>
        Your profile lacks your name, or whether you are a therapist or a client.
      </Notice>
    </div>
  );
}

function isFinished(profile: Profile): boolean {
  const { profileNameGiven, profileNameFamily, profileTypeTherapist, profileTypeClient } = profile;
  return (profileNameGiven || profileNameFamily) !== '' && (profileTypeTherapist || profileTypeClient);
}

/** A person's profile; empty fields are left out. */
function ProfileFacts({ accountId, profile }: { readonly accountId: string; readonly profile: Profile }) {
  const name = [profile.profileNameGiven, profile.profileNameOther, profile.profileNameFamily];
  const facts: readonly (readonly [name: string, text: string | null])[] = [
    ['Name', name.filter(Boolean).join(' ')],
    ['Mobile', profile.profileMobile],
    ['Address', profile.profileAddress],
    ['Date of birth', profile.profileDateOfBirth],
    ['Clinic', profile.profileClinicName],
    ['Discipline', profile.profileDiscipline.join(', ')],
  ];
  return (
    <>
      <Description name="Picture">
        <Picture
          src={profile.profileImage}
          alt="You, as your profile shows you"
          sizes="4rem"
          width={64}
          height={64}
          className={styles.face}
        />
      </Description>
      {facts.map(
        ([name, text]) =>
          text && (
            <Description key={name} name={name}>
              {text}
            </Description>
          ),
      )}
      <Description name="Profile">
        <span className={styles.state}>
          <span>{toProfileType(profile) === 'client' ? 'Client' : 'Therapist'}</span>
          <DocumentState collection="profiles" documentId={accountId} />
        </span>
      </Description>
    </>
  );
}
