import { useState } from 'react';
import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import {
  COMPONENT_CATALOGUE,
  COMPONENT_CATEGORIES,
  type CatalogueComponent,
} from '#shared/domain/component-catalogue.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EMPTY_FILTER, filterComponents } from './component-filter.ts';
import { ComponentFilterBar } from './component-filter-bar.tsx';
import styles from './order-picker.module.css';
import { ComponentRow, type WrongQuantity } from './component-row.tsx';

/** By the component's name. */
export type WrongQuantities = Readonly<Record<string, WrongQuantity | undefined>>;

interface ComponentPickerProps {
  readonly lines: readonly SelectedComponent[];
  readonly onToggle: (component: CatalogueComponent) => void;
  readonly onQuantity: (name: string, quantity: number) => void;
  readonly wrong: WrongQuantities;
  readonly onWrong: (name: string, wrong: WrongQuantity | undefined) => void;
}

/** The catalogue by category, followed by ordered components that it no longer has. */
export function ComponentPicker({ lines, onToggle, onQuantity, wrong, onWrong }: ComponentPickerProps) {
  const [filter, setFilter] = useState(EMPTY_FILTER);
  const selected = new Map(lines.map((line) => [line.name, line]));
  const groups = filterComponents(toGroups(lines), filter, selected);
  return (
    <section aria-label="Components">
      <ComponentFilterBar filter={filter} lines={lines} onChange={setFilter} />
      {groups.map(({ name: group, components }) => (
        <section key={group} aria-labelledby={`components-${group}`} className={styles.componentPickerGroup}>
          <h2 id={`components-${group}`} className={styles.componentPickerTitle}>
            {group}
          </h2>
          <ul className={styles.componentPickerRows}>
            {components.map((component) => (
              <ComponentRow
                key={component.name}
                component={component}
                line={selected.get(component.name)}
                wrong={wrong[component.name]}
                onWrong={(found) => onWrong(component.name, found)}
                onToggle={() => onToggle(component)}
                onQuantity={(quantity) => onQuantity(component.name, quantity)}
              />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && (
        <div className={styles.componentPickerNone}>
          <p>
            {filter.isSelectedOnly && lines.length === 0
              ? 'Nothing is selected yet.'
              : 'No components match.'}
          </p>
          <Button onClick={() => setFilter(EMPTY_FILTER)}>Show all 48</Button>
        </div>
      )}
    </section>
  );
}

const CATALOGUE_NAMES = new Set(
  Object.values(COMPONENT_CATALOGUE).flatMap((components) => components.map(({ name }) => name)),
);

function toGroups(lines: readonly SelectedComponent[]) {
  const groups = COMPONENT_CATEGORIES.map((name) => ({
    name: name as string,
    components: COMPONENT_CATALOGUE[name],
  }));
  const discontinued = lines.filter(({ name }) => !CATALOGUE_NAMES.has(name));
  return discontinued.length === 0
    ? groups
    : [...groups, { name: 'No longer offered', components: discontinued as readonly CatalogueComponent[] }];
}
