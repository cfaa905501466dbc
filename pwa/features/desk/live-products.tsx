import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MAX_BULK } from '#shared/domain/bulk-change.ts';
import { listProducts } from '#shared/domain/product-entries.ts';
import { useProducts } from '#pwa/data/queries/use-products.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkStatus } from './bulk-status.tsx';
import { ALL_PRODUCTS, filterProducts, parseProductFilter, toQuery } from './product-filter.ts';
import { ProductFilterBar } from './product-filter-bar.tsx';
import styles from './products-page.module.css';
import { ProductsTable } from './products-table.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import { NewPriceButton } from '../new-price.tsx';
import { OfflineNotice } from '../offline-notice.tsx';
import { useWrongPrices, type ExplainedPrice } from '../use-provider-prices.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** The products on this device: live, with what waits to be sent. */
export function LiveProducts() {
  const [params, setParams] = useSearchParams();
  const { status, products } = useProducts('');
  const [selected, setSelected] = useState(NOTHING);
  const [isChanging, setIsChanging] = useState(false);
  const bulk = useBulkChange();
  const filter = parseProductFilter(params);
  const listed = useMemo(() => listProducts(products), [products]);
  const { wrong, reason, reload } = useWrongPrices(listed);
  const priceFaults = new Map(wrong.map(({ productId, text }) => [productId, text]));
  const shown = filterProducts(listed, filter, ({ FBUID }) => !priceFaults.has(FBUID));
  // A product that was deleted meanwhile is no longer selected.
  const chosen = listed.filter(({ FBUID }) => selected.has(FBUID));
  const handleFilter = (next: typeof filter) => setParams(toQuery(next), { replace: true });

  if (status === 'loading') {
    return <LoadingText>Loading the products …</LoadingText>;
  }
  return (
    <>
      <OfflineNotice tone="calm">
        These are the products on this device. What you change here is kept and sent once there is a
        connection.
      </OfflineNotice>
      {status === 'arriving' && <p role="status">More products are on their way to this device …</p>}
      <BulkStatus bulk={bulk} />
      {listed.length === 0 ? (
        <EmptyState
          title="No product yet"
          actions={<ButtonLink to="/product/create">Create the first one</ButtonLink>}
        >
          Products appear here as soon as this device has received them.
        </EmptyState>
      ) : (
        <ProductFilterBar
          filter={filter}
          onChange={handleFilter}
          count={shown.length}
          total={listed.length}
        />
      )}
      {chosen.length > 0 && (
        <div className={styles.bulkBar} role="region" aria-label="Selected products">
          <p role="status">{chosen.length} selected</p>
          <Button
            disabled={chosen.length > MAX_BULK || bulk.progress !== undefined}
            onClick={() => setIsChanging(true)}
          >
            Change or delete them
          </Button>
          <Button kind="plain" onClick={() => setSelected(NOTHING)}>
            Clear selection
          </Button>
          {chosen.length > MAX_BULK && (
            <p>
              At most {MAX_BULK} products can be changed at once here; the command line changes more:{' '}
              <code>nankeen import</code>.
            </p>
          )}
        </div>
      )}
      {listed.length > 0 && <WrongPrices wrong={wrong} reason={reason} onMade={reload} />}
      {listed.length > 0 && shown.length === 0 && (
        <EmptyState
          title="No product fits"
          actions={<Button onClick={() => handleFilter(ALL_PRODUCTS)}>Show all</Button>}
        >
          Search looks at names and ids. Try fewer letters, or another filter.
        </EmptyState>
      )}
      {shown.length > 0 && (
        <ProductsTable
          products={shown}
          selected={selected}
          onSelect={setSelected}
          priceFaults={priceFaults}
        />
      )}
      <BulkDialog
        products={chosen}
        isOpen={isChanging}
        onClose={() => setIsChanging(false)}
        onMake={(planned) => {
          setIsChanging(false);
          setSelected(NOTHING);
          void bulk.make(planned);
        }}
      />
    </>
  );
}

interface WrongPricesProps {
  readonly wrong: readonly ExplainedPrice[];
  /** Why prices are not known. */
  readonly reason: string | undefined;
  readonly onMade: () => void;
}

/** How many products can't be paid online, and for managers new prices for them. */
function WrongPrices({ wrong, reason, onMade }: WrongPricesProps) {
  const { isManager } = useSession();
  if (wrong.length === 0) {
    return reason === undefined ? null : (
      <p className={styles.soft}>
        The prices could not be compared with those at the payment provider. {reason}
      </p>
    );
  }
  // The server makes a price of the amount that it knows.
  const sent = wrong.filter(({ isSent }) => isSent);
  return (
    <Notice
      tone="pending"
      role="status"
      actions={isManager && sent.length > 0 && <NewPriceButton wrong={sent} onMade={onMade} />}
    >
      {wrong.length === 1 ? '1 product has' : `${wrong.length} products have`} another price at the payment
      provider, so {wrong.length === 1 ? 'it' : 'they'} can’t be paid online.{' '}
      {!isManager && 'A manager can make new prices there.'}
      {isManager && sent.length < wrong.length && 'New prices are made once the changes are sent.'}
    </Notice>
  );
}
