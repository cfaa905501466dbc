import { NavLink, useLocation } from 'react-router-dom';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { SearchBox } from './search-box.tsx';
import styles from './product-list.module.css';
import { toShelf } from './shelves.ts';

interface ShelfBarProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

const SHELVES = [
  { path: '/products', name: 'All' },
  ...PRODUCT_CATEGORIES.map((category) => ({
    path: `/products/${category}`,
    name: toShelf(category).name,
  })),
];

/** The shelves, and the search. From shelf to shelf the search and all other choices stay. */
export function ShelfBar({ search, onSearch }: ShelfBarProps) {
  const location = useLocation();
  return (
    <div className={styles.shelfBar} data-screen-only>
      <nav aria-label="Categories">
        <ul className={styles.shelfBarShelves}>
          {SHELVES.map(({ path, name }) => (
            <li key={path}>
              <NavLink
                end
                to={{ pathname: path, search: location.search }}
                className={styles.shelfBarShelf ?? ''}
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <SearchBox search={search} onSearch={onSearch} />
    </div>
  );
}
