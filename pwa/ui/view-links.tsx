import { Link } from './link.tsx';
import styles from './view-links.module.css';

export interface ViewLink {
  readonly to: string;
  readonly text: string;
  readonly count?: number;
  readonly isCurrent: boolean;
}

/** Links to the views of one page; the current one is underlined. */
export function ViewLinks({ label, links }: { readonly label: string; readonly links: readonly ViewLink[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.options}>
        {links.map(({ to, text, count, isCurrent }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent ? 'true' : undefined} className={styles.option} replace>
              {text} {count !== undefined && <span className={styles.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
