import { Suspense, useState } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import { AccountIcon, CartIcon } from '#pwa/ui/icons/action-icons.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { Logo } from '#pwa/ui/logo.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { CompactMenu } from './compact-menu.tsx';
import { ProductsMenu } from './products-menu.tsx';
import styles from './shell.module.css';

/** Products on the left, home in the middle, account and cart on the right. Small screens fold the left into a menu. */
export function TopBar() {
  const { status, account, isStaff } = useSession();
  const isSignedIn = status === 'signed-in';
  const hasAccess = useHasAccess();
  return (
    <header className={styles.topBar} data-screen-only>
      <nav aria-label="Main" className={styles.main}>
        <div className={styles.topBarWide}>
          <ProductsMenu />
          <Link to="/contact" className={styles.topBarLink}>
            Contact Us
          </Link>
          {hasAccess && (
            <Link to="/ukraine/orders" className={`${styles.topBarLink} ${styles.topBarOrders}`}>
              Purchase orders
            </Link>
          )}
          {isStaff && (
            <Link to="/admin" className={`${styles.topBarLink} ${styles.topBarOrders}`}>
              Admin
            </Link>
          )}
        </div>
        <div className={styles.topBarCompact}>
          <CompactMenu isSignedIn={isSignedIn} hasAccess={hasAccess} isStaff={isStaff} />
        </div>
      </nav>
      <Link to="/" className={styles.topBarHome}>
        <VisuallyHidden>Home: </VisuallyHidden>
        <Logo />
      </Link>
      <div className={styles.topBarOwn}>
        <SyncState />
        <Link to="/login" className={`${styles.topBarLink} ${styles.topBarAccount}`}>
          <AccountIcon />
          <span>{isSignedIn ? 'Account' : 'Login'}</span>
          {account && <VisuallyHidden> of {account.name || account.email}</VisuallyHidden>}
        </Link>
        <CartLink />
      </div>
    </header>
  );
}

function CartLink() {
  const { count } = useCart();
  return (
    <Link to="/checkout" className={styles.cartLink} title="Cart">
      <CartIcon />
      <VisuallyHidden>Cart</VisuallyHidden>
      {count > 0 && (
        <span className={styles.cartLinkBadge}>
          <VisuallyHidden>, </VisuallyHidden>
          <span>{count}</span>
          <VisuallyHidden> items in cart</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

// Lazy: most shoppers never see it. Without its code, e.g. before the first visit has cached it, there is no button.
const SyncIndicator = lazyPart(async () => (await import('./sync-indicator.tsx')).SyncIndicator);

/** Shoppers see the sync centre's button only if something is not in order; staff and unlocked devices always do. */
function SyncState() {
  const { waiting, isOnline, refusal } = useConnection();
  const rejectedChanges = useRejectedChanges()?.length ?? 0;
  const { isStaff } = useSession();
  const hasAccess = useHasAccess();
  const isProminent = isStaff || hasAccess || !isOnline || refusal !== undefined || rejectedChanges > 0;
  const isShown = isProminent || waiting > 0;
  const [wasShown, setWasShown] = useState(isShown);
  // Stays mounted, for its open drawer.
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <Suspense fallback={null}>
      <SyncIndicator isShown={isShown} isLate={!isProminent} />
    </Suspense>
  );
}
