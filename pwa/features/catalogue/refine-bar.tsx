import { ChevronDownIcon } from '#pwa/ui/icons/action-icons.tsx';
import { ChosenFilters } from './chosen-filters.tsx';
import styles from './product-list.module.css';
import { RefineChoices, type RefineProps } from './refine-choices.tsx';

interface RefineBarProps extends RefineProps {
  /** How many products show; `undefined` while they load. */
  readonly count: number | undefined;
}

/** A bar over the list: collapsible filters and order, the product count, and the active filters. */
export function RefineBar({ count, ...refine }: RefineBarProps) {
  return (
    <div className={styles.refineBar} data-screen-only>
      <details className={styles.refineBarFold}>
        <summary className={styles.refineBarTitle}>
          Filter and sort
          <ChevronDownIcon size="small" />
        </summary>
        <RefineChoices {...refine} />
      </details>
      <p role="status" className={styles.refineBarCount}>
        {count !== undefined && `${count} ${count === 1 ? 'product' : 'products'}`}
      </p>
      <ChosenFilters {...refine} />
    </div>
  );
}
