import { Link } from 'react-router-dom';
import type { Product } from '#shared/collections/products.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './staff-links.module.css';

const ACTIONS = [
  { text: 'Read', ending: '' },
  { text: 'Edit', ending: '/update' },
  { text: 'Deprecate', ending: '/deprecate' },
];

/** What staff do with a product. Hiding them is courtesy; the server decides. */
export function StaffLinks({ product }: { readonly product: Product }) {
  return (
    <ul className={styles.links}>
      {ACTIONS.map(({ text, ending }) => (
        <li key={text}>
          <Link to={`/product/${product.FBUID}${ending}`} className={styles.link}>
            {text}
            <VisuallyHidden> {product.productName}</VisuallyHidden>
          </Link>
        </li>
      ))}
    </ul>
  );
}
