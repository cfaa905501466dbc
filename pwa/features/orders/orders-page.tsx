import { useSearchParams } from 'react-router-dom';
import { ORDER_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts';
import { useHasAccess, useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { ButtonLink, Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { ViewLinks } from '#pwa/ui/view-links.tsx';
import { toOrdersCsv, toOrdersJson } from '#shared/domain/order-export.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { DeviceName } from './device-name.tsx';
import { LoadingOrders } from './loading-orders.tsx';
import { LockedPage } from './locked-page.tsx';
import { STATUS_TEXTS } from './order-status-chip.tsx';
import styles from './orders-page.module.css';
import { OrdersTable } from './orders-table.tsx';
import { useListedOrders, type ListedOrder } from './use-listed-orders.ts';
import { useToday } from './use-today.ts';
import { OfflineNotice } from '../offline-notice.tsx';

const TITLE = 'Purchase orders';

/** Purchase orders: a code holder's own, or everyone's for staff. */
export function OrdersPage() {
  return (
    <LockedPage title={TITLE} isOpenToStaff>
      {() => <Orders />}
    </LockedPage>
  );
}

function Orders() {
  const [query] = useSearchParams();
  const chosen = ORDER_STATUSES.find((status) => status === query.get('status'));
  const listed = useListedOrders();
  const { isStaff } = useSession();
  const hasAccess = useHasAccess();
  const { lastContactAt } = useConnection();
  const orders = listed?.orders ?? [];
  const shown = chosen ? orders.filter(({ status }) => status === chosen) : orders;
  const isLoading = orders.length === 0 && !listed?.isComplete;
  return (
    <Page title={TITLE}>
      <PageHead
        heading={TITLE}
        lead={isStaff ? 'Everybody’s orders, the newest first.' : 'Your orders, the newest first.'}
        actions={<Actions />}
      />
      <div className={styles.parts}>
        <OfflineNotice tone="calm">
          These are the orders{' '}
          {lastContactAt === undefined ? (
            'on this device'
          ) : (
            <>
              as of <Instant at={lastContactAt} />
            </>
          )}
          . Waiting orders are sent once we can be reached.
        </OfflineNotice>
        {isLoading && <LoadingOrders text="Loading the orders" />}
        {!isLoading && orders.length === 0 && (
          <EmptyState title="No purchase order yet">
            Pick components and confirm. Your orders are listed here, even without a connection.
          </EmptyState>
        )}
        {orders.length > 0 && (
          <>
            <div className={styles.bar} data-screen-only>
              <StatusFilter orders={orders} chosen={chosen} />
              <OrdersExport orders={shown} />
            </div>
            {shown.length > 0 ? (
              <OrdersTable orders={shown} showsWho={isStaff} />
            ) : (
              <NothingShown status={chosen} />
            )}
          </>
        )}
        {hasAccess && <DeviceName />}
      </div>
    </Page>
  );
}

function Actions() {
  const hasAccess = useHasAccess();
  return (
    <>
      {hasAccess && <ButtonLink to="/ukraine#drafts">Draft orders</ButtonLink>}
      <ButtonLink kind="primary" to="/ukraine">
        New order
      </ButtonLink>
    </>
  );
}

function NothingShown({ status }: { readonly status: OrderStatus | undefined }) {
  return (
    <EmptyState
      title={`No order is ${status ? STATUS_TEXTS[status].toLowerCase() : 'here'}`}
      actions={<ButtonLink to="/ukraine/orders">Show all</ButtonLink>}
    >
      There are orders with other statuses.
    </EmptyState>
  );
}

interface StatusFilterProps {
  readonly orders: readonly ListedOrder[];
  readonly chosen: OrderStatus | undefined;
}

/** Links that filter by status, each with its number of orders. */
function StatusFilter({ orders, chosen }: StatusFilterProps) {
  const links = [undefined, ...ORDER_STATUSES].map((status) => ({
    to: status ? `/ukraine/orders?status=${status}` : '/ukraine/orders',
    text: status ? STATUS_TEXTS[status] : 'All',
    count: status ? orders.filter((one) => one.status === status).length : orders.length,
    isCurrent: status === chosen,
  }));
  return <ViewLinks label="Orders by status" links={links} />;
}

/** Exports the listed orders as CSV or JSON. */
function OrdersExport({ orders }: { readonly orders: readonly ListedOrder[] }) {
  const name = `purchase-orders-${useToday()}`;
  const exported = orders.map(({ order, status }) => ({ order, status: STATUS_TEXTS[status] }));
  return (
    <div className={styles.ordersExport}>
      <Button
        kind="plain"
        disabled={orders.length === 0}
        onClick={() => saveFile(`${name}.csv`, toOrdersCsv(exported), 'text/csv')}
      >
        Export CSV
      </Button>
      <Button
        kind="plain"
        disabled={orders.length === 0}
        onClick={() => saveFile(`${name}.json`, toOrdersJson(exported), 'application/json')}
      >
        Export JSON
      </Button>
    </div>
  );
}
