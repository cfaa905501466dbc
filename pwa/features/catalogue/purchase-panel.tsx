import { useState } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { toHistoryPath, toNewEnquiryPath, toProductPath } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toSummary } from '#shared/domain/product-entries.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Field } from '#pwa/ui/field.tsx';
import { FlowText } from '#pwa/ui/flow-text.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { QuantitySelect } from '#pwa/ui/quantity-select.tsx';
import { ShareButton } from '#pwa/ui/share-button.tsx';
import { DocumentState } from '../document-state.tsx';
import { SUMMARY_LENGTH, toExcerpt } from './excerpt.ts';
import { Price } from './price.tsx';
import { ProductDialogs } from './product-dialogs.tsx';
import styles from './product-page.module.css';
import { useAddToCart } from './use-add-to-cart.ts';

/** Names with more characters than this use a smaller type size. */
const LONG_NAME = 60;

interface PurchasePanelProps {
  readonly product: Product;
  readonly isPreview: boolean;
}

export function PurchasePanel({ product, isPreview }: PurchasePanelProps) {
  const [count, setCount] = useState(1);
  const { add, refusal, isAdding } = useAddToCart();
  const { isStaff, status } = useSession();
  const isBuyable = isPurchasable(product);
  const features = product.productFeatures.filter(({ label }) => label.trim() !== '');
  return (
    <div className={styles.purchasePanel}>
      <header className={styles.purchasePanelHead}>
        <h1
          className={classNames(
            styles.purchasePanelName,
            product.productName.length > LONG_NAME && styles.purchasePanelLongName,
          )}
        >
          {product.productName}
        </h1>
        <p className={styles.purchasePanelSummary}>
          <FlowText text={toExcerpt(toSummary(product).value, SUMMARY_LENGTH)} />
        </p>
      </header>
      <div className={styles.purchasePanelOffer}>
        <div className={styles.purchasePanelChoice}>
          <ShareButton title={product.productName} />
          {isBuyable && (
            <div data-screen-only>
              <Field label="Quantity">
                {(control) => <QuantitySelect {...control} value={count} onChange={setCount} />}
              </Field>
            </div>
          )}
        </div>
        {/* On phones it follows along the lower edge. */}
        <div className={styles.purchasePanelBar}>
          {refusal && (
            <div className={styles.purchasePanelRefusal}>
              <Notice tone="pending" role="alert">
                {refusal}
              </Notice>
            </div>
          )}
          <p className={styles.purchasePanelPrice}>
            <Price product={product} />{' '}
            {isBuyable && <span className={styles.purchasePanelTax}>incl. GST</span>}
          </p>
          {isBuyable ? (
            <Button
              kind="primary"
              disabled={isAdding || isPreview}
              onClick={() => void add(product, count)}
              data-screen-only
            >
              Add to Cart
            </Button>
          ) : (
            <ButtonLink kind="primary" to={toNewEnquiryPath(product.productName)} data-screen-only>
              Enquire
            </ButtonLink>
          )}
        </div>
      </div>
      {features.length > 0 && (
        <ul className={styles.purchasePanelFeatures} aria-label="Features in brief">
          {features.map((feature, index) => (
            <li key={`${index} ${feature.label}`}>{feature.label}</li>
          ))}
        </ul>
      )}
      <ProductDialogs product={product} />
      {status === 'signed-in' && isStaff && !isPreview && (
        <div className={styles.purchasePanelStaff}>
          <ButtonLink to={toProductPath(product.FBUID, '/update')}>Update</ButtonLink>
          <Link to={toHistoryPath('products', product.FBUID)}>History</Link>
          <DocumentState collection="products" documentId={product.FBUID} />
        </div>
      )}
    </div>
  );
}
