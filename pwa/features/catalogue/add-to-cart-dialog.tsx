import type { Product } from '#shared/collections/products.ts';
import { toSummary, toThumbnail } from '#shared/domain/product-entries.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { FlowText } from '#pwa/ui/flow-text.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import styles from './product-page.module.css';
import { Price } from './price.tsx';
import { useAddToCart } from './use-add-to-cart.ts';

interface AddToCartDialogProps {
  /** The dialog is open while this is defined. */
  readonly product: Product | undefined;
  readonly onClose: () => void;
}

export function AddToCartDialog({ product, onClose }: AddToCartDialogProps) {
  const { add, refusal, isAdding, forget } = useAddToCart();

  function handleClose() {
    forget();
    onClose();
  }

  async function handleAdd() {
    if (product && (await add(product, 1))) handleClose();
  }

  return (
    <Dialog
      title="Add to Bag?"
      isOpen={product !== undefined}
      onClose={handleClose}
      actions={
        <Button kind="primary" data-initial-focus disabled={isAdding} onClick={() => void handleAdd()}>
          Add to Cart
        </Button>
      }
    >
      {product && (
        <div className={styles.addToCartDialogContent}>
          <Picture
            src={toThumbnail(product)?.value ?? ''}
            alt={toThumbnail(product)?.label ?? ''}
            sizes="14rem"
          />
          <div className={styles.addToCartDialogWords}>
            <h3>{product.productName}</h3>
            <p className={styles.addToCartDialogFigures}>
              <Price product={product} />
              <span>Qty: 1</span>
            </p>
          </div>
          <p className={styles.addToCartDialogSummary}>
            <FlowText text={toSummary(product).value} />
          </p>
          <p className={styles.addToCartDialogNote}>You can add more and remove in your cart!</p>
          {refusal && (
            <div className={styles.addToCartDialogRefusal}>
              <Notice tone="pending" role="alert">
                {refusal}
              </Notice>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}
