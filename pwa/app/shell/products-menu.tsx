import { NavLink } from '#pwa/ui/link.tsx';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { Disclosure } from '#pwa/ui/disclosure.tsx';
import { ChevronDownIcon } from '#pwa/ui/icons/action-icons.tsx';
import { categoryName } from '#shared/domain/category-name.ts';
import styles from './menu.module.css';

export function ProductsMenu() {
  return (
    <Disclosure
      buttonClassName={styles.button}
      panelClassName={styles.drop}
      button={
        <>
          Products
          <ChevronDownIcon size="small" />
        </>
      }
    >
      <CategoryLinks />
    </Disclosure>
  );
}

export function CategoryLinks() {
  return (
    <ul className={styles.list}>
      {PRODUCT_CATEGORIES.map((category) => (
        <li key={category}>
          <NavLink to={`/products/${category}`} className={styles.link ?? ''}>
            {categoryName(category)}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
