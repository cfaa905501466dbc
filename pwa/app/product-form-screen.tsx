import { lazy } from 'react';
import { ProductFormPage } from '#pwa/features/product-form/product-form-page.tsx';

/** Part of the product page's code, which loads when it is first shown. */
const ProductPreview = lazy(async () => {
  const { ProductPreview: Preview } = await import('#pwa/features/catalogue/product-page.tsx');
  return { default: Preview };
});

/** The product form with the catalogue's page as its preview. */
export function ProductFormScreen() {
  return <ProductFormPage View={ProductPreview} />;
}
