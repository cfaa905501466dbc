import type { ReactNode } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { toProductPath } from '#shared/api/document-paths.ts';
import type { ProductEntry } from '#shared/collections/products.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Picture } from '#pwa/ui/picture.tsx';
import styles from './product-line.module.css';

interface ProductLineProps {
  readonly productId: string;
  readonly name: string;
  readonly picture: Pick<ProductEntry, 'value' | 'label'> | undefined;
  readonly price: ReactNode;
  /** Content under the name. */
  readonly children: ReactNode;
  /** Only a large line has room for controls. */
  readonly controls?: ReactNode;
  readonly isLarge?: boolean;
}

/** A product in the cart or an order: picture, name, price. */
export function ProductLine(props: ProductLineProps) {
  const { productId, name, picture, price, children, controls, isLarge = false } = props;
  const Name = isLarge ? 'h2' : 'h3';
  return (
    <li className={classNames(styles.line, isLarge && styles.large)}>
      <Picture
        src={picture?.value ?? ''}
        alt={picture?.label ?? ''}
        sizes={isLarge ? '(min-width: 40rem) 11rem, 7rem' : '6rem'}
        className={styles.picture}
      />
      <div className={styles.words}>
        <Name className={styles.name}>
          <Link to={toProductPath(productId)}>{name}</Link>
        </Name>
        {children}
      </div>
      <p className={styles.price}>{price}</p>
      {controls && <div className={styles.controls}>{controls}</div>}
    </li>
  );
}
