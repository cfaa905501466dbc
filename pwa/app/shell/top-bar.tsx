import { Link } from '#pwa/ui/link.tsx';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import { AccountIcon, CartIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Logo } from '#pwa/ui/logo.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { CompactMenu } from './compact-menu.tsx';
import { ProductsMenu } from './products-menu.tsx';
import { SyncState } from './sync-state.tsx';
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
