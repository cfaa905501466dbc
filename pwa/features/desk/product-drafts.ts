import type { UnsentInput } from '#pwa/data/forms/form-store.ts';

export function isProductDraft({ key }: UnsentInput): boolean {
  return key.startsWith('products/');
}
