import type { ProductCategory } from '#shared/collections/products.ts';

/** `drones` → `Drones` */
export function categoryName(category: ProductCategory): string {
  return category.charAt(0).toUpperCase() + category.slice(1);
}
