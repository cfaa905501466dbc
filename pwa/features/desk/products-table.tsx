import { useState } from 'react';
import { toHistoryPath, toProductPath } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { NO_USER } from '#shared/collections/collection.ts';
import { categoryName } from '#shared/domain/category-name.ts';
import { toThumbnail, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { toWriteState } from '#shared/sync/write-state.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { StateChip, toChipState } from '#pwa/ui/state-chip.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './products-page.module.css';

/** Rows shown at first, and added each time. */
const STEP = 100;

interface ProductsTableProps {
  readonly products: readonly Product[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** Why products can't be paid online, by id. */
  readonly priceFaults: ReadonlyMap<string, string>;
}

/** Products, one per row; on a narrow screen, one per card. */
export function ProductsTable({ products, selected, onSelect, priceFaults }: ProductsTableProps) {
  const [limit, setLimit] = useState(STEP);
  const rejected = new Set(
    useRejectedChanges({ collection: 'products' })?.map(({ documentId }) => documentId),
  );
  const isAllSelected = products.every(({ FBUID }) => selected.has(FBUID));

  function select(ids: readonly string[], isSelected: boolean) {
    const others = [...selected].filter((id) => !ids.includes(id));
    onSelect(new Set(isSelected ? [...others, ...ids] : others));
  }

  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td className={styles.select}>
              <label className={styles.selectAll}>
                <input
                  type="checkbox"
                  aria-label={`Select all ${products.length} products`}
                  checked={isAllSelected}
                  onChange={({ target }) =>
                    select(
                      products.map(({ FBUID }) => FBUID),
                      target.checked,
                    )
                  }
                />
                <span aria-hidden="true">Select all {products.length}</span>
              </label>
            </td>
            <th scope="col" colSpan={2}>
              Product
            </th>
            <th scope="col">Category</th>
            <th scope="col" className={styles.price}>
              Price
            </th>
            <th scope="col">Changed</th>
            <th scope="col">State</th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.slice(0, limit).map((product) => (
            <Row
              key={product.FBUID}
              product={product}
              isRejected={rejected.has(product.FBUID)}
              priceFault={priceFaults.get(product.FBUID)}
              isSelected={selected.has(product.FBUID)}
              onSelect={(isSelected) => select([product.FBUID], isSelected)}
            />
          ))}
        </tbody>
      </table>
      {products.length > limit && (
        <Button kind="plain" onClick={() => setLimit(limit + STEP)}>
          Show more of {products.length} products
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  readonly product: Product;
  readonly isRejected: boolean;
  /** Why it can't be paid online. */
  readonly priceFault: string | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function Row({ product, isRejected, priceFault, isSelected, onSelect }: RowProps) {
  const { isSending } = useConnection();
  const { FBUID: id, productName: name, productCategory, sync } = product;
  const state = toWriteState(product, isRejected);
  return (
    <tr className={styles.row}>
      <td className={styles.select}>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </td>
      <td className={styles.picture}>
        <Picture src={toThumbnail(product)?.value ?? ''} alt="" sizes="4rem" width={64} height={48} />
      </td>
      <th scope="row" className={styles.name}>
        <Link to={toProductPath(id)}>{name}</Link>
        <span className={styles.soft}>{id}</span>
        {priceFault !== undefined && <span className={styles.soft}>Can’t be paid online: {priceFault}</span>}
      </th>
      <td className={styles.category}>{categoryName(productCategory)}</td>
      <td className={styles.price}>
        <PriceText product={product} />
      </td>
      <td className={styles.changed}>
        {sync.updatedAt === '' ? (
          'on this device'
        ) : (
          <>
            <Instant at={sync.updatedAt} />
            <span className={styles.soft}>{toWho(sync.updatedBy)}</span>
          </>
        )}
      </td>
      <td className={styles.state}>
        <StateChip state={toChipState(state, isSending)} />
        {isRejected && (
          <Link to="/sync" className={styles.soft}>
            See why
            <VisuallyHidden> {name} was not accepted</VisuallyHidden>
          </Link>
        )}
      </td>
      <td className={styles.links}>
        <Link to={toProductPath(id, '/update')}>
          Edit<VisuallyHidden> {name}</VisuallyHidden>
        </Link>
        <Link to={toHistoryPath('products', id)}>
          History<VisuallyHidden> of {name}</VisuallyHidden>
        </Link>
        <Link to={toProductPath(id, '/deprecate')}>
          Delete<VisuallyHidden> {name}</VisuallyHidden>
        </Link>
      </td>
    </tr>
  );
}

/** Without an account, only the admin token writes products. */
export function toWho(updatedBy: string): string {
  return updatedBy === NO_USER ? 'by an administrator' : `by ${updatedBy}`;
}

/** The price as shoppers see it; for one that is no number, its text. */
export function PriceText({ product }: { readonly product: Pick<Product, 'productPrices'> }) {
  const { currency } = useShopConfig();
  const cents = toUnitPriceCents(product as Product);
  if (cents !== undefined) return formatCents(cents, currency);
  return product.productPrices[0]?.value || 'Enquire';
}
