import { Suspense } from 'react';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { Link } from '#pwa/ui/link.tsx';
import { Disclosure } from '#pwa/ui/disclosure.tsx';
import { MenuIcon } from '#pwa/ui/icons/action-icons.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './menu.module.css';
import { CategoryLinks } from './products-menu.tsx';

// Lazy: signing out needs the whole local store, browsing doesn't.
const SignOutButton = lazyPart(
  async () => (await import('#pwa/features/account/sign-out-button.tsx')).SignOutButton,
);

interface CompactMenuProps {
  readonly isSignedIn: boolean;
  /** Whether the purchase-order pages are unlocked. */
  readonly hasAccess: boolean;
  readonly isStaff: boolean;
}

/** The top bar's links on a small screen. */
export function CompactMenu({ isSignedIn, hasAccess, isStaff }: CompactMenuProps) {
  return (
    <Disclosure
      buttonClassName={styles.icon}
      panelClassName={styles.sheet}
      button={
        <>
          <MenuIcon />
          <VisuallyHidden>Menu</VisuallyHidden>
        </>
      }
    >
      <p className={styles.group}>Products</p>
      <CategoryLinks />
      <ul className={styles.list}>
        <li>
          <Link to="/contact" className={styles.link}>
            Contact Us
          </Link>
        </li>
        {hasAccess && (
          <li>
            <Link to="/ukraine/orders" className={styles.link}>
              Purchase orders
            </Link>
          </li>
        )}
        {isStaff && (
          <li>
            <Link to="/admin" className={styles.link}>
              Admin
            </Link>
          </li>
        )}
        <li>
          <Link to="/login" className={styles.link}>
            {isSignedIn ? 'Account' : 'Login'}
          </Link>
        </li>
      </ul>
      {isSignedIn && (
        <div className={styles.leave}>
          <Suspense fallback={null}>
            <SignOutButton />
          </Suspense>
        </div>
      )}
    </Disclosure>
  );
}
