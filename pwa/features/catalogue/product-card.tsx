import { memo } from 'react';
import { toProductPath } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { isPurchasable, toCardBlurb, toThumbnail } from '#shared/domain/product-entries.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { FlowText } from '#pwa/ui/flow-text.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { AddToCartIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { StretchedLink } from '#pwa/ui/stretched-link.tsx';
import { toExcerpt } from './excerpt.ts';
import { Price } from './price.tsx';
import styles from './product-list.module.css';
import { StaffLinks } from './staff-links.tsx';

/** Maximum length of the blurb; a good one has a third of that. */
const BLURB_LENGTH = 240;

interface ProductCardProps {
  readonly product: Product;
  /** Whether it shows without scrolling on the smallest screen, so that its picture loads before all others. */
  readonly isFirst: boolean;
  /** Level of the name's heading. */
  readonly level: 'h2' | 'h3';
  readonly onAdd: (product: Product) => void;
}

/** Memoised, so that a list change renders only the cards whose product changed. */
export const ProductCard = memo(function ProductCard({
  product,
  isFirst,
  level: Heading,
  onAdd,
}: ProductCardProps) {
  const { isStaff, status } = useSession();
  const thumbnail = toThumbnail(product);
  return (
    <article className={styles.productCard}>
      <Picture
        src={thumbnail?.value ?? ''}
        alt={thumbnail?.label ?? ''}
        sizes="(min-width: 100rem) 31rem, (min-width: 64rem) 27rem, (min-width: 38rem) 46vw, 92vw"
        isFirst={isFirst}
        className={styles.productCardPicture}
      />
      <div className={styles.productCardWords}>
        <Heading className={styles.productCardName}>
          <StretchedLink to={toProductPath(product.FBUID)} className={styles.productCardLink}>
            {product.productName}
          </StretchedLink>
        </Heading>
        <p className={styles.productCardBlurb}>
          <FlowText text={toExcerpt(toCardBlurb(product).value, BLURB_LENGTH)} />
        </p>
        <p className={styles.productCardPrice}>
          <Price product={product} />
        </p>
      </div>
      {isPurchasable(product) && (
        <IconButton
          label={`Add ${product.productName} to cart`}
          className={styles.productCardAdd}
          onClick={() => onAdd(product)}
        >
          <AddToCartIcon />
          <span>Add</span>
        </IconButton>
      )}
      {status === 'signed-in' && isStaff && <StaffLinks product={product} />}
    </article>
  );
});
