import { Link } from '#pwa/ui/link.tsx';
import { useLocation } from 'react-router-dom';
import { toSearchParams, type ListQuery } from './list-query.ts';
import styles from './product-list.module.css';

interface ListPagesProps {
  readonly query: ListQuery;
  /** Number of pages. */
  readonly count: number;
  /** Whether only the server has the other pages. */
  readonly isServed: boolean;
}

/** Links to the pages of a list: the first, the last, those around the current one, and its neighbours by name. */
export function ListPages({ query, count, isServed }: ListPagesProps) {
  const { pathname } = useLocation();
  if (count < 2) return null;
  const { page } = query;
  const at = (number: number) => ({
    to: { pathname, search: toSearchParams({ ...query, page: number }).toString() },
    reloadDocument: isServed,
    className: styles.listPagesLink,
  });
  return (
    <nav aria-label="Pages" className={styles.listPages} data-screen-only>
      <ul className={styles.listPagesLinks}>
        {page > 1 && (
          <li>
            <Link {...at(page - 1)} rel="prev">
              Previous
            </Link>
          </li>
        )}
        {toNumbers(page, count).map((number, index, all) => (
          <li key={number}>
            {number - (all[index - 1] ?? 0) > 1 && <span className={styles.listPagesGap}>…</span>}
            <Link
              {...at(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
        {page < count && (
          <li>
            <Link {...at(page + 1)} rel="next">
              Next
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

function toNumbers(page: number, count: number): readonly number[] {
  const numbers = Array.from({ length: count }, (_none, index) => index + 1);
  return numbers.filter((number) => number === 1 || number === count || Math.abs(number - page) <= 1);
}
