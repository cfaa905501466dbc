import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { PRODUCT_CATEGORIES } from '#shared/collections/products.ts';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { SearchIcon } from '#pwa/ui/icons/action-icons.tsx';
import styles from './shelf-bar.module.css';
import { toShelf } from './shelves.ts';

interface ShelfBarProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** How many are shown; unknown while they load. */
  readonly count: number | undefined;
}

export function ShelfBar({ search, onSearch, count }: ShelfBarProps) {
  const input = useRef<HTMLInputElement>(null);

  // What was typed into the rendered page before the app took it over.
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== '' && typed !== search) onSearch(typed);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return (
    <div className={styles.bar} data-screen-only>
      <nav aria-label="Categories">
        <ul className={styles.shelves}>
          <li>
            <NavLink end to="/products" className={styles.shelf ?? ''}>
              All
            </NavLink>
          </li>
          {PRODUCT_CATEGORIES.map((category) => (
            <li key={category}>
              <NavLink to={`/products/${category}`} className={styles.shelf ?? ''}>
                {toShelf(category).name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <p role="status" className={styles.count}>
        {count !== undefined && `${count} ${count === 1 ? 'product' : 'products'}`}
      </p>
      <div role="search" className={styles.search}>
        <SearchIcon size="small" />
        <TextInput
          ref={input}
          type="search"
          aria-label="Search products"
          placeholder="Search"
          autoComplete="off"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
    </div>
  );
}
