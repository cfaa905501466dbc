import { ProductView } from '#pwa/features/catalogue/product-view.tsx';
import { ProductFormPage } from '#pwa/features/product-form/product-form-page.tsx';

/** The product form with the catalogue's page as its preview. */
export function ProductFormScreen() {
  return <ProductFormPage View={ProductView} />;
}
