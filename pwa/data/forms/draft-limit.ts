import type { FormStore, UnsentInput } from './form-store.ts';

/** How many forms of products a device keeps. */
export const MAX_PRODUCT_DRAFTS = 100;

export function isProductDraft({ key }: Pick<UnsentInput, 'key'>): boolean {
  return key.startsWith('products/');
}

/** Whether a product's form is kept already, or can be. Call after `ready`. */
export function hasRoomForDraft({ all, read }: FormStore, key: string): boolean {
  return read(key) !== undefined || (all.read() ?? []).filter(isProductDraft).length < MAX_PRODUCT_DRAFTS;
}
