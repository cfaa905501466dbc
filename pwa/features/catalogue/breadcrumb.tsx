import type { Product } from '#shared/collections/products.ts';
import { categoryName } from '#shared/domain/category-name.ts';
import { Link } from '#pwa/ui/link.tsx';
import styles from './product-page.module.css';

/** The way from the list of all products to this one. */
export function Breadcrumb({ product }: { readonly product: Product }) {
  const { productCategory, productName } = product;
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb} data-screen-only>
      <ol>
        <li>
          <Link to="/products">Products</Link>
        </li>
        <li>
          <Link to={`/products/${productCategory}`}>{categoryName(productCategory)}</Link>
        </li>
        <li aria-current="page">{productName}</li>
      </ol>
    </nav>
  );
}
