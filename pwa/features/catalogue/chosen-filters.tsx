import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { CloseIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './product-list.module.css';
import { WHOLE_LIST, type ListQuery } from './list-query.ts';
import { toBandName } from './price-bands.ts';

interface ChosenFiltersProps {
  readonly query: ListQuery;
  readonly onChange: (query: ListQuery) => void;
}

/** The active filters, each removable, and a button that clears them all. */
export function ChosenFilters({ query, onChange }: ChosenFiltersProps) {
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
