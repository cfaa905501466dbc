import type { ReactNode } from 'react';
import type { FilterCounts } from '#pwa/data/queries/ssr-data.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { SORTS, type ListQuery, type Sort } from './list-query.ts';
import { PRICE_BANDS, toBandName } from './price-bands.ts';
import { BUYABLE } from './refine-products.ts';
import { IdFilter } from './id-filter.tsx';
import styles from './product-list.module.css';

export interface RefineProps {
  readonly query: ListQuery;
  readonly onChange: (query: ListQuery) => void;
  /** How many products each filter would leave; only filters worth offering. */
  readonly counts: FilterCounts;
  /** Whether the list has several categories. */
  readonly isGrouped: boolean;
}

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  name: 'Name',
  'price-asc': 'Price, lowest first',
  'price-desc': 'Price, highest first',
  newest: 'Newest first',
};

/** Order and filters of the list; every filter shows how many products it would leave. */
export function RefineChoices({ query, onChange, counts, isGrouped }: RefineProps) {
  const { currency } = useShopConfig();
  const { isStaff, status: session } = useSession();
  const bands = PRICE_BANDS.filter(({ id }) => id in counts);
  return (
    <div className={styles.refineChoices}>
      <Group title="Sort by">
        {SORTS.map((sort) => (
          <Checkbox
            key={sort}
            type="radio"
            name="sort"
            value={sort}
            checked={query.sort === sort}
            onChange={() => onChange({ ...query, sort })}
          >
            {sort === 'name' && isGrouped ? 'Category, then name' : SORT_NAMES[sort]}
          </Checkbox>
        ))}
      </Group>
      {bands.length > 0 && (
        <Group title="Price">
          {bands.map(({ id }) => (
            <Checkbox
              key={id}
              type="checkbox"
              checked={query.bands.includes(id)}
              onChange={(event) =>
                onChange({
                  ...query,
                  bands: event.target.checked
                    ? [...query.bands, id]
                    : query.bands.filter((band) => band !== id),
                })
              }
            >
              {toBandName(id, currency)} <span className={styles.refineChoicesCount}>{counts[id]}</span>
            </Checkbox>
          ))}
        </Group>
      )}
      {BUYABLE in counts && (
        <Group title="Availability">
          <Checkbox
            type="checkbox"
            checked={query.isBuyable}
            onChange={(event) => onChange({ ...query, isBuyable: event.target.checked })}
          >
            In stock to buy now <span className={styles.refineChoicesCount}>{counts[BUYABLE]}</span>
          </Checkbox>
        </Group>
      )}
      {session === 'signed-in' && isStaff && <IdFilter query={query} onChange={onChange} />}
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend className={styles.refineChoicesTitle}>{title}</legend>
      {children}
    </fieldset>
  );
}
