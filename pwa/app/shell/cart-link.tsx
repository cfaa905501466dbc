import { Link } from 'react-router-dom';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { BagIcon } from '#pwa/ui/icons/action-icons.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './shell.module.css';

export function CartLink() {
  const { count } = useCart();
  return (
    <Link to="/checkout" className={styles.cartLink} title="Cart">
      <BagIcon />
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
