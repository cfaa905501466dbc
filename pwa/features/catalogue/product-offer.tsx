import { isPurchasable } from '#shared/domain/product-entries.ts';
import { useProductCard } from '#pwa/data/queries/use-product-card.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Price } from './price.tsx';
import { useAddToCart } from './use-add-to-cart.ts';

/** A product's price, with a button that puts one into the cart; nothing until the product is known. */
export function ProductOffer({ id }: { readonly id: string }) {
  const product = useProductCard(id);
  const { add, refusal, isAdding } = useAddToCart();
  if (!product) return null;
  return (
    <>
      <Price product={product} />
      {isPurchasable(product) && (
        <Button kind="primary" disabled={isAdding} onClick={() => void add(product, 1)}>
          Add to Cart
        </Button>
      )}
      {refusal && <p role="alert">{refusal}</p>}
    </>
  );
}
