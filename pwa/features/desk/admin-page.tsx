import { useId, useState } from 'react';
import type { Overview } from '#shared/api/back-office-routes.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { isProductDraft } from '#pwa/data/forms/draft-limit.ts';
import { usePaidOrders } from '#pwa/data/queries/paid-orders.ts';
import { fetchOverview } from '#pwa/data/queries/overview.ts';
import { useProducts } from '#pwa/data/queries/use-products.ts';
import { useRecentCount, type RecentCount } from '#pwa/data/queries/use-recent-count.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StretchedLink } from '#pwa/ui/stretched-link.tsx';
import { EnquiryList } from '../enquiry-list.tsx';
import { TryAgain } from '../fetch-state.tsx';
import { useFetched, type Fetched } from '../use-fetched.ts';
import { useWrongPrices } from '../use-provider-prices.ts';
import styles from './admin-page.module.css';
import { StaffOnly } from '../staff-only.tsx';
import { OfflineNotice } from '../offline-notice.tsx';

/** What staff look at first: what is new, what waits, what needs them. */
export function AdminPage() {
  const { isManager } = useSession();
  return (
    <Page title="Admin">
      <PageHead
        heading="Admin"
        lead="What is new, what waits, and what needs your attention."
        actions={
          <>
            <ButtonLink to="/admin/orders">Orders</ButtonLink>
            <ButtonLink to="/admin/enquiries">Enquiries</ButtonLink>
            <ButtonLink to="/admin/payments">Payments</ButtonLink>
            <ButtonLink to="/admin/products">Products</ButtonLink>
            <ButtonLink to="/admin/mails">Mails</ButtonLink>
            {isManager && <ButtonLink to="/admin/staff">Staff</ButtonLink>}
            <ButtonLink to="/migration">Migration</ButtonLink>
          </>
        }
      />
      <StaffOnly purpose="Staff see here what is new: enquiries, purchase orders, drafts and what needs review.">
        <Today />
      </StaffOnly>
    </Page>
  );
}

const WEEK_MS = 7 * 86_400_000;

function Today() {
  const app = useAppStore();
  const { isManager } = useSession();
  const { isOnline } = useConnection();
  const [since] = useState(() => Date.now() - WEEK_MS);
  const overview = useFetched('overview', () => fetchOverview(app), { isPaused: !isOnline });
  const enquiries = useRecentCount('contacts', since);
  const orders = useRecentCount('ukraines', since);
  const paid = usePaidOrders();
  const { products } = useProducts('');
  const prices = useWrongPrices(products);
  const drafts = useStore(app.forms.all)?.filter(isProductDraft);
  const files = useStore(app.files.files);
  const rejectedChanges = useRejectedChanges();
  return (
    <div className={styles.parts}>
      {overview.status === 'failed' && (
        <TryAgain
          what="The server’s figures can’t be loaded."
          reason={overview.reason}
          onTry={overview.reload}
        />
      )}
      <OfflineNotice tone="calm">
        The figures below are those of this device; what only the server counts shows with a connection.
      </OfflineNotice>
      <ul className={styles.tiles} aria-label="Today">
        <Tile
          title="Orders to pack"
          count={paid?.isComplete ? paid.orders.filter(isToPack).length : isOnline ? 'loading' : 'offline'}
          to="/admin/orders"
          isUrgent
        />
        <Tile
          title="Purchase orders, 7 days"
          count={toOwnCount(orders, overview, 'purchaseOrders')}
          to="/ukraine/orders"
        />
        <Tile
          title="Drafts on this device"
          count={drafts ? drafts.length : 'loading'}
          to="/admin/products?view=drafts"
        />
        <Tile
          title="Needs review on this device"
          count={rejectedChanges?.length ?? 'loading'}
          to="/sync"
          isUrgent
        />
        <Tile title="Files waiting on this device" count={files ? files.length : 'loading'} to="/sync" />
        <Tile
          title="Enquiries, 7 days"
          count={toOwnCount(enquiries, overview, 'enquiries')}
          to="/admin/enquiries"
        />
        <Tile title="Pictures being made" count={toServerCount(overview, 'filesWaiting')} />
        <Tile
          title="Refused writes, 30 days"
          count={toServerCount(overview, 'refusedWrites')}
          {...(isManager && { to: '/admin/refused' })}
        />
        <Tile
          title="Emails not sent"
          count={toServerCount(overview, 'mailsNotSent')}
          to="/admin/mails?state=given-up"
          isUrgent
        />
        <Tile
          title="Products that can’t be paid online"
          count={
            prices.status === 'ready'
              ? prices.wrong.length
              : prices.status === 'idle'
                ? 'offline'
                : prices.status
          }
          to="/admin/products?lacks=payment"
          isUrgent
        />
        <Tile title="Views of products, 7 days" count={toServerCount(overview, 'productViews')} />
      </ul>
      <EnquiryList title="Newest enquiries" limit={5} />
    </div>
  );
}

const isToPack = ({ orderState }: PaidOrder) => orderState === 'paid' || orderState === 'held';

type Count = number | 'loading' | 'failed' | 'offline';

type Counted = Exclude<keyof Overview, symbol>;

function toServerCount({ status, value }: Fetched<Overview>, name: Counted): Count {
  if (value) return value[name] as number;
  if (status === 'failed') return 'failed';
  return status === 'loading' ? 'loading' : 'offline';
}

/** The device counts live; until it has everything, the server does. */
function toOwnCount(own: RecentCount | undefined, overview: Fetched<Overview>, name: Counted): Count {
  if (own?.isComplete) return own.count;
  const count = toServerCount(overview, name);
  return typeof count === 'number' ? count : 'loading';
}

interface TileProps {
  readonly title: string;
  readonly count: Count;
  /** Where to see what is counted; without it, the tile is a plain figure. */
  readonly to?: string;
  /** Whether anything above zero needs attention. */
  readonly isUrgent?: boolean;
}

const WORDS = { failed: 'Not loaded', offline: 'Needs a connection' } as const;

function Tile({ title, count, to, isUrgent = false }: TileProps) {
  const id = useId();
  return (
    <li className={styles.tile} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {to === undefined ? title : <StretchedLink to={to}>{title}</StretchedLink>}
      </h2>
      {count === 'loading' ? (
        <p role="status" aria-label="Loading" className={styles.figure}>
          <Skeleton shape="title" />
        </p>
      ) : (
        <p className={typeof count === 'number' ? styles.figure : styles.words}>
          {typeof count === 'number' ? count.toLocaleString('en-AU') : WORDS[count]}
          {isUrgent && typeof count === 'number' && count > 0 && (
            <span className={styles.urgent}> to look at</span>
          )}
        </p>
      )}
    </li>
  );
}
