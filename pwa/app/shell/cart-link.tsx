import { Link } from 'react-router-dom';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { BagIcon } from '#pwa/ui/icons/action-icons.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './cart-link.module.css';

export function CartLink() {
  const { count } = useCart();
  return (
    <Link to="/checkout" className={styles.link} title="Cart">
      <BagIcon />
      <VisuallyHidden>Cart</VisuallyHidden>
      {count > 0 && (
        <span className={styles.badge}>
          <VisuallyHidden>, </VisuallyHidden>
          <span>{count}</span>
          <VisuallyHidden> items in cart</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
