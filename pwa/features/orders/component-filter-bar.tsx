import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { COMPONENT_CATALOGUE, COMPONENT_CATEGORIES } from '#shared/domain/component-catalogue.ts';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { HydratedButton } from '#pwa/ui/hydrated-button.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './order-picker.module.css';
import type { ComponentFilter } from './component-filter.ts';

interface ComponentFilterBarProps {
  readonly filter: ComponentFilter;
  readonly lines: readonly SelectedComponent[];
  readonly onChange: (filter: ComponentFilter) => void;
}

/** Filters by category, with the number selected in each, by search, and by selection. */
export function ComponentFilterBar({ filter, lines, onChange }: ComponentFilterBarProps) {
  const countOf = (category: string) =>
    lines.filter(({ name }) =>
      COMPONENT_CATALOGUE[category as keyof typeof COMPONENT_CATALOGUE].some((one) => one.name === name),
    ).length;
  return (
    <div className={styles.componentFilterBar}>
      <div role="group" aria-label="Category" className={styles.componentFilterBarCategories}>
        {['', ...COMPONENT_CATEGORIES].map((category) => {
          const count = category === '' ? lines.length : countOf(category);
          return (
            <HydratedButton
              key={category}
              type="button"
              className={styles.componentFilterBarCategory}
              aria-pressed={filter.category === category}
              onClick={() => onChange({ ...filter, category })}
            >
              {category || 'All'}
              {count > 0 && <span className={styles.componentFilterBarCount}>{count}</span>}
            </HydratedButton>
          );
        })}
      </div>
      <div className={styles.componentFilterBarNarrow}>
        <TextInput
          type="search"
          aria-label="Search components"
          placeholder="Search components"
          autoComplete="off"
          value={filter.search}
          onChange={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
        />
        <Checkbox
          type="checkbox"
          checked={filter.isSelectedOnly}
          onChange={({ currentTarget }) => onChange({ ...filter, isSelectedOnly: currentTarget.checked })}
        >
          Selected only
        </Checkbox>
      </div>
    </div>
  );
}
