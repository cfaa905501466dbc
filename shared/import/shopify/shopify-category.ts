import type { ProductCategory } from '#shared/collections/products.ts';
import { firstText, type ShopifyGroup } from './shopify-rows.ts';

const KEYWORDS: Readonly<Record<ProductCategory, RegExp>> = {
  drones: /\b(?:drones?|uavs?|uas|quadcopters?|hexacopters?|octocopters?|multicopters?|multirotors?|vtol)\b/i,
  batteries: /\b(?:batter(?:y|ies)|lipos?|li-?ion|power packs?)\b/i,
  propellers: /\b(?:propellers?|props?)\b/i,
};

/** A product's category by the words in its type, its category, or its tags, asked in that order. */
export function findShopifyCategory(group: ShopifyGroup): ProductCategory | undefined {
  return (
    findCategory(firstText(group, 'type')) ??
    findCategory(firstText(group, 'productCategory')) ??
    findCategory(firstText(group, 'tags'))
  );
}

function findCategory(text: string): ProductCategory | undefined {
  const isBattery = KEYWORDS.batteries.test(text);
  const isPropeller = KEYWORDS.propellers.test(text);
  // "Drone batteries" are batteries; a text that names both parts tells nothing.
  if (isBattery && isPropeller) return undefined;
  if (isBattery) return 'batteries';
  if (isPropeller) return 'propellers';
  return KEYWORDS.drones.test(text) ? 'drones' : undefined;
}
