import { readSegment } from '#shared/api/document-paths.ts';
import { useProduct } from '#pwa/data/queries/use-products.ts';
import { ContentLink } from '#pwa/ui/content-link.tsx';

const PRODUCT_PATH = /^\/product\/[^/]+$/;
const SHELF_PATH = /^\/products\/([a-z]+)$/;
const ENQUIRY_PATH = '/contact';

/** A link whose words say where it leads: a product by its name, a shelf, the enquiry form. Anything else says itself. */
export function CameraLink({ to }: { readonly to: string }) {
  const id = PRODUCT_PATH.test(to) ? readSegment(to, 1) : undefined;
  const { product } = useProduct(id ?? '');
  const shelf = SHELF_PATH.exec(to)?.[1];
  const words = id && product ? `See ${product.productName}` : shelf && `See all ${shelf}`;
  return <ContentLink to={to}>{words ?? (to === ENQUIRY_PATH ? 'Ask us which to take' : to)}</ContentLink>;
}
