import type { CatalogueComponent } from '#shared/domain/component-catalogue.ts';

/** Which components of the catalogue to show. */
export interface ComponentFilter {
  readonly search: string;
  /** Empty for all. */
  readonly category: string;
  readonly isSelectedOnly: boolean;
}

export const EMPTY_FILTER: ComponentFilter = { search: '', category: '', isSelectedOnly: false };

export interface ComponentGroup {
  readonly name: string;
  readonly components: readonly CatalogueComponent[];
}

/** Groups with matching components: every search word occurs in the name of the component or its group. */
export function filterComponents(
  groups: readonly ComponentGroup[],
  { search, category, isSelectedOnly }: ComponentFilter,
  selected: ReadonlyMap<string, unknown>,
): readonly ComponentGroup[] {
  const words = search.toLocaleLowerCase('en-AU').split(/\s+/).filter(Boolean);
  return groups
    .filter(({ name }) => category === '' || category === name)
    .map(({ name: group, components }) => ({
      name: group,
      components: components.filter(({ name }) => {
        const text = `${name} ${group}`.toLocaleLowerCase('en-AU');
        return (!isSelectedOnly || selected.has(name)) && words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ components }) => components.length > 0);
}
