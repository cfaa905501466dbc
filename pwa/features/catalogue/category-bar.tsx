import { NavLink } from '#pwa/ui/link.tsx';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';
import styles from './product-list.module.css';
import { toCategoryTexts } from './categories.ts';
import { toSearchParams, WHOLE_LIST, type ListQuery } from './list-query.ts';

interface CategoryBarProps extends Omit<SearchBoxProps, 'search'> {
  readonly query: ListQuery;
}

const LINKS = [
  { path: '/products', name: 'All' },
  ...PRODUCT_CATEGORIES.map((category) => ({
    path: `/products/${category}`,
    name: toCategoryTexts(category).name,
  })),
];

/** Category links and the search box. Switching the category keeps the search, filters and order. */
export function CategoryBar({ query, ...searching }: CategoryBarProps) {
  const search = toSearchParams({ ...query, page: WHOLE_LIST.page }).toString();
  return (
    <div className={styles.categoryBar} data-screen-only>
      <nav aria-label="Categories">
        <ul className={styles.categoryBarCategories}>
          {LINKS.map(({ path, name }) => (
            <li key={path}>
              <NavLink to={{ pathname: path, search }} className={styles.categoryBarCategory ?? ''}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <SearchBox search={query.search} {...searching} />
    </div>
  );
}
