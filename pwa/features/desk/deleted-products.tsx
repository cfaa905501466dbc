import { useState } from 'react';
import { toHistoryPath, toProductPath } from '#shared/api/document-paths.ts';
import { categoryName } from '#shared/domain/category-name.ts';
import { toThumbnail } from '#shared/domain/product-entries.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import {
  fetchDeleted,
  readProductsVersion,
  RESTORABLE_DAYS,
  type DeletedProduct,
} from '#pwa/data/queries/deleted-products.ts';
import { useQuery } from '#pwa/data/queries/use-query.ts';
import { restoreVersion } from '#pwa/data/queries/history.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { FetchState } from '../fetch-state.tsx';
import { useFetched } from '../use-fetched.ts';
import { PriceText, toWho } from './products-table.tsx';
import styles from './products-page.module.css';

const DAY_MS = 86_400_000;

/** Deleted products, which only the server has. */
export function DeletedProducts() {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [before, setBefore] = useState<number>();
  // Fetched again with every change of a product that arrives, of this device or another one.
  const version = useQuery('version of products', readProductsVersion);
  const page = useFetched(`deleted ${before}`, () => fetchDeleted(app, before), {
    isPaused: !isOnline,
    version,
  });
  const products = page.value?.products ?? [];
  return (
    <>
      <p className={styles.soft}>
        Deleted products can be restored for {RESTORABLE_DAYS} days; then they are gone for good.
      </p>
      <FetchState
        of={page}
        what="deleted products"
        offline="Deleted products are kept on the server: they show, and can be restored, with a connection."
      />
      {page.value && products.length === 0 && (
        <EmptyState title="Nothing is deleted">Products that are deleted show here.</EmptyState>
      )}
      {products.length > 0 && (
        <div className={styles.frame}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" colSpan={2}>
                  Product
                </th>
                <th scope="col">Category</th>
                <th scope="col" className={styles.price}>
                  Price
                </th>
                <th scope="col">Deleted</th>
                <th scope="col">Restorable until</th>
                <th scope="col">
                  <VisuallyHidden>Actions</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {products.map((deleted) => (
                <DeletedRow
                  key={deleted.product.FBUID}
                  deleted={deleted}
                  isOnline={isOnline}
                  onRestored={page.reload}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={styles.pages}>
        {before !== undefined && <Button onClick={() => setBefore(undefined)}>The newest</Button>}
        {typeof page.value?.next === 'number' && (
          <Button onClick={() => setBefore(page.value?.next ?? undefined)}>Earlier ones</Button>
        )}
      </div>
    </>
  );
}

interface DeletedRowProps {
  readonly deleted: DeletedProduct;
  readonly isOnline: boolean;
  readonly onRestored: () => void;
}

function DeletedRow({ deleted, isOnline, onRestored }: DeletedRowProps) {
  const app = useAppStore();
  const showToast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const { product, deletedAt, deletedBy } = deleted;
  const { FBUID: id, productName: name } = product;

  async function handleRestore() {
    setIsBusy(true);
    try {
      await restoreVersion(app, 'products', id, deletedAt);
      showToast({ text: `${name} is back.`, link: { text: 'Show it', to: toProductPath(id) } });
      onRestored();
    } catch (error) {
      logError('A product could not be restored:', error);
      setIsBusy(false);
      const reason = error instanceof Error ? error.message : '';
      showToast({ text: `${name} could not be restored. ${reason}`, tone: 'error' });
    }
  }

  return (
    <tr className={styles.row}>
      <td className={styles.picture}>
        <Picture src={toThumbnail(product)?.value ?? ''} alt="" sizes="4rem" width={64} height={48} />
      </td>
      <th scope="row" className={styles.name}>
        {name}
        <span className={styles.soft}>{id}</span>
      </th>
      <td className={styles.category}>{categoryName(product.productCategory)}</td>
      <td className={styles.price}>
        <PriceText product={product} />
      </td>
      <td className={styles.changed}>
        <Instant at={deletedAt} />
        <span className={styles.soft}>{toWho(deletedBy)}</span>
      </td>
      <td className={styles.state}>
        <Instant at={Date.parse(deletedAt) + RESTORABLE_DAYS * DAY_MS} />
      </td>
      <td className={styles.links}>
        <Button disabled={!isOnline || isBusy} onClick={() => void handleRestore()}>
          Restore<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Link to={toHistoryPath('products', id)}>
          History<VisuallyHidden> of {name}</VisuallyHidden>
        </Link>
      </td>
    </tr>
  );
}
