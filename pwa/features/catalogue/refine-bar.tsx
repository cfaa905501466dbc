import { ChevronDownIcon, CloseIcon } from '#pwa/ui/icons/action-icons.tsx';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './product-list.module.css';
import { RefineChoices, type RefineProps } from './refine-choices.tsx';
import { WHOLE_LIST, type ListQuery } from './list-query.ts';
import { toBandName } from './price-bands.ts';

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

interface ChosenFiltersProps {
  readonly query: ListQuery;
  readonly onChange: (query: ListQuery) => void;
}

/** The active filters, each removable, and a button that clears them all. */
function ChosenFilters({ query, onChange }: ChosenFiltersProps) {
  const { currency } = useShopConfig();
  const filters = [
    ...query.bands.map((id) => ({
      name: toBandName(id, currency),
      without: { ...query, bands: query.bands.filter((band) => band !== id) },
    })),
    ...(query.field === ''
      ? []
      : [{ name: `${query.field} ${query.value}`, without: { ...query, field: '', value: '' } }]),
    ...(query.isBuyable ? [{ name: 'In stock to buy now', without: { ...query, isBuyable: false } }] : []),
  ];
  if (filters.length === 0) return null;
  return (
    <ul className={styles.chosenFilters} aria-label="Filters">
      {filters.map(({ name, without }) => (
        <li key={name}>
          <Button className={styles.chosenFiltersFilter} onClick={() => onChange(without)}>
            <VisuallyHidden>Remove filter: </VisuallyHidden>
            {name}
            <CloseIcon size="small" />
          </Button>
        </li>
      ))}
      <li>
        <Button kind="plain" onClick={() => onChange({ ...WHOLE_LIST, sort: query.sort })}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
