import { useProduct } from '#pwa/data/use-products.ts';
import { ContentLink } from '#pwa/ui/content-link.tsx';

const PRODUCT_PATH = /^\/product\/([^/]+)$/;
const SHELF_PATH = /^\/products\/([a-z]+)$/;

/** A link whose words say where it leads: a product by its name, a shelf, or the enquiry form. */
export function CameraLink({ to }: { readonly to: string }) {
  const { product } = useProduct(PRODUCT_PATH.exec(to)?.[1] ?? '');
  const shelf = SHELF_PATH.exec(to)?.[1];
  const text = product ? `See ${product.productName}` : shelf ? `See all ${shelf}` : 'Ask us which to take';
  return <ContentLink to={to}>{text}</ContentLink>;
}
