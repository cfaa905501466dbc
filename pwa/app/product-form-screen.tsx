import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { ProductFormPage } from '#pwa/features/product-form/product-form-page.tsx';

/** Part of the product page's code, which loads when it is first shown. */
const ProductPreview = lazyPart(
  async () => (await import('#pwa/features/catalogue/product-page.tsx')).ProductPreview,
);

/** The product form with the catalogue's page as its preview. */
export function ProductFormScreen() {
  return <ProductFormPage View={ProductPreview} />;
}
