import { useSearchParams } from 'react-router-dom';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { useIsDeletedOrder, useOrder } from '#pwa/data/orders/use-orders.ts';
import { useRevision } from '#pwa/data/orders/use-revision.ts';
import { useRejectedChanges, type RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Value } from '#pwa/ui/content/value.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { LoadingOrders } from './loading-orders.tsx';
import { LockedPage } from './locked-page.tsx';
import { toOrderOfRejectedChange } from './order-of-rejected-change.ts';
import { RefusedOrder } from './refused-order.tsx';
import { ReviewOrder } from './review-order.tsx';
import { useListedOrders } from './use-listed-orders.ts';

/** A purchase order to read, print and share: the one in the query string, or else the newest. */
export function ReviewPage() {
  return (
    <LockedPage title={TITLE} isOpenToStaff>
      {() => <RequestedOrder />}
    </LockedPage>
  );
}

const TITLE = 'Purchase order';

function RequestedOrder() {
  const [query] = useSearchParams();
  const id = query.get('order');
  return id ? <OrderById key={id} id={id} /> : <NewestOrder />;
}

function NewestOrder() {
  const found = useListedOrders();
  const newest = found?.orders[0]?.order.FBUID;
  if (newest !== undefined) return <OrderById key={newest} id={newest} />;
  if (!found?.isComplete) return <Loading />;
  return (
    <Page title={TITLE}>
      <PageHead heading={TITLE} />
      <EmptyState
        title="No purchase order yet"
        actions={
          <ButtonLink kind="primary" to="/ukraine">
            New order
          </ButtonLink>
        }
      >
        Pick components and confirm. The order is shown here, ready to print, even without a connection.
      </EmptyState>
    </Page>
  );
}

function OrderById({ id }: { readonly id: string }) {
  const { status, kept, isRefused } = useOrder(id);
  const [rejectedChange] = useRejectedChanges({ collection: 'ukraines', documentId: id }) ?? [];
  const refused = rejectedChange && toOrderOfRejectedChange(rejectedChange);
  if (status === 'loading' || (isRefused && !rejectedChange)) return <Loading />;
  if (refused) return <ReviewOrder order={refused} revision="refused" rejectedChange={rejectedChange} />;
  if (kept) return <StoredOrder order={kept.order} rejectedChange={rejectedChange} />;
  return rejectedChange ? <UnreadableOrder rejectedChange={rejectedChange} /> : <MissingOrder id={id} />;
}

function StoredOrder({
  order,
  rejectedChange,
}: {
  readonly order: PurchaseOrder;
  readonly rejectedChange: RejectedChange | undefined;
}) {
  return <ReviewOrder order={order} revision={useRevision(order)} rejectedChange={rejectedChange} />;
}

/** Rejected content that isn't a valid order, shown as plain values. */
function UnreadableOrder({ rejectedChange }: { readonly rejectedChange: RejectedChange }) {
  return (
    <Page title={TITLE} isNarrow>
      <PageHead heading={TITLE} />
      <RefusedOrder rejectedChange={rejectedChange} />
      <Value value={rejectedChange.content} />
    </Page>
  );
}

function MissingOrder({ id }: { readonly id: string }) {
  const isDeleted = useIsDeletedOrder(id, true);
  return (
    <Page title={TITLE}>
      <PageHead heading={TITLE} />
      <EmptyState
        title={isDeleted ? 'This order was deleted' : 'This order isn’t on this device'}
        actions={
          <>
            <ButtonLink kind="primary" to="/ukraine/orders">
              All orders
            </ButtonLink>
            <ButtonLink to="/ukraine">New order</ButtonLink>
          </>
        }
      >
        {isDeleted ? 'Somebody deleted it elsewhere.' : 'It was made on another device, or it doesn’t exist.'}
      </EmptyState>
    </Page>
  );
}

function Loading() {
  return (
    <Page title={TITLE}>
      <PageHead heading={TITLE} />
      <LoadingOrders text="Loading the order" />
    </Page>
  );
}
