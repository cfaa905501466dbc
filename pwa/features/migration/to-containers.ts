import type { InventoryField } from '#shared/migration/field-inventory-answer.ts';

/** Paths that others stand below: `lines[].price` stands below `lines[]`. */
export function toContainers(fields: readonly InventoryField[]): readonly string[] {
  const containers = new Set<string>();
  for (const { path } of fields) {
    for (const { index } of path.matchAll(/(?<!\\)\./g)) containers.add(path.slice(0, index));
  }
  return [...containers];
}
