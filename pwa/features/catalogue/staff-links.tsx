import { Link } from '#pwa/ui/link.tsx';
import { toProductPath } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './product-page.module.css';

const ACTIONS = [
  { text: 'Read', page: '' },
  { text: 'Edit', page: '/update' },
  { text: 'Deprecate', page: '/deprecate' },
] as const;

/** Staff actions for a product. Hiding them is only a courtesy: the server enforces access. */
export function StaffLinks({ product }: { readonly product: Product }) {
  return (
    <ul className={styles.staffLinks}>
      {ACTIONS.map(({ text, page }) => (
        <li key={text}>
          <Link to={toProductPath(product.FBUID, page)} className={styles.staffLinksLink}>
            {text}
            <VisuallyHidden> {product.productName}</VisuallyHidden>
          </Link>
        </li>
      ))}
    </ul>
  );
}
