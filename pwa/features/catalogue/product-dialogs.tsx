import { useState } from 'react';
import type { Product } from '#shared/collections/products.ts';
import { toDetails, toSummary } from '#shared/domain/product-entries.ts';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { HydratedButton } from '#pwa/ui/hydrated-button.tsx';
import { SUMMARY_LENGTH } from './excerpt.ts';
import { EntryProse, EntryTable } from './entries.tsx';
import styles from './product-page.module.css';

const TITLES = ['Read More', 'Features', 'Dimensions & Weight', 'Shipping & Delivery'] as const;
type DialogTitle = (typeof TITLES)[number];

/** Four rows that each open a dialog with details. */
export function ProductDialogs({ product }: { readonly product: Product }) {
  const [open, setOpen] = useState<DialogTitle>();
  return (
    <>
      <ul className={styles.productDialogsRows} data-screen-only>
        {TITLES.map((title) => (
          <li key={title}>
            <HydratedButton
              aria-haspopup="dialog"
              className={styles.productDialogsRow}
              onClick={() => setOpen(title)}
            >
              {title}
              <ArrowRightIcon size="small" />
            </HydratedButton>
          </li>
        ))}
      </ul>
      <Dialog title={open ?? ''} isOpen={open !== undefined} onClose={() => setOpen(undefined)} isWide>
        {open && <DialogContent title={open} product={product} />}
      </Dialog>
    </>
  );
}

function DialogContent({ title, product }: { readonly title: DialogTitle; readonly product: Product }) {
  switch (title) {
    case 'Read More':
      return <EntryProse entries={toReadMore(product)} />;
    case 'Features':
      return <EntryProse entries={product.productFeatures} isFeatures />;
    case 'Dimensions & Weight':
      return <EntryTable entries={product.productDimensions} />;
    case 'Shipping & Delivery':
      return <EntryTable entries={product.productShipping} />;
  }
}

/** The detail blocks, preceded by the full summary if its excerpt was cut. */
function toReadMore(product: Product) {
  const summary = toSummary(product);
  return [...(summary.value.length > SUMMARY_LENGTH ? [summary] : []), ...toDetails(product)];
}
