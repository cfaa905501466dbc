import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { readSegment, toHistoryPath, toPaidOrderPath } from '#shared/api/document-paths.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import {
  isPaidBack,
  isReviewOpen,
  isPaidBackUnsent,
  stepsOf,
  type OrderStep,
} from '#shared/domain/order-states.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { moveOrder, usePaidOrder, type ChosenStep } from '#pwa/data/queries/paid-orders.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { StaffOnly } from '../staff-only.tsx';
import { DocumentState } from '../document-state.tsx';
import { InboxPart } from '../inbox-part.tsx';
import { MailState, useMailsAbout } from '../mails-about.tsx';
import { toReason } from '../to-reason.ts';
import { DeliveryAddress, toAddressLines } from './delivery-address.tsx';
import { OrderLinesTable } from './order-lines-table.tsx';
import { OrderMoney } from './order-money.tsx';
import { DESK_STATES, toStepText } from './order-state-text.ts';
import styles from './paid-orders.module.css';
import { StepDialog } from './step-dialog.tsx';
import { StepNotTaken } from './step-not-taken.tsx';

/** One paid order for staff: what to do next, where to send it, its money. */
export function DeskOrderPage() {
  const { pathname } = useLocation();
  const { isStaff } = useSession();
  const { status, order } = usePaidOrder(readSegment(pathname, 2));
  const title = order && isStaff ? `Order ${order.orderNumber}` : 'Order';
  return (
    <Page title={title}>
      <PageHead heading={title} lead={isStaff && <Link to="/admin/orders">All orders</Link>} />
      <StaffOnly purpose="Staff see here what was bought and where it goes, pack it and send it.">
        {order && <DeskOrder order={order} />}
        {status === 'loading' && <LoadingText>Loading the order …</LoadingText>}
        {status === 'missing' && (
          <EmptyState
            title="There is no such order"
            actions={<ButtonLink to="/admin/orders">All orders</ButtonLink>}
          >
            The address may be incomplete. Orders come to this device with the next connection.
          </EmptyState>
        )}
      </StaffOnly>
    </Page>
  );
}

function DeskOrder({ order }: { readonly order: PaidOrder }) {
  const { FBUID: id, orderState, orderReview, orderEmail, orderPhone, orderTracking } = order;
  const isOpen = isReviewOpen(orderReview, orderState);
  const rejectedChanges = useRejectedChanges({ collection: 'orders', documentId: id });
  return (
    <div className={styles.parts}>
      {rejectedChanges?.map((change) => (
        <StepNotTaken key={change.id} order={order} rejectedChange={change} />
      ))}
      {orderReview !== '' && (
        <Notice tone={isOpen ? 'error' : 'calm'}>
          {isOpen ? (orderState === 'held' ? 'Held: a manager decides. ' : 'To look at: ') : 'Settled: '}
          {orderReview}.
        </Notice>
      )}
      {isPaidBackUnsent(order) && (
        <Notice tone="error">
          The whole payment was refunded. Do not send this order; a manager cancels it.
        </Notice>
      )}
      <Steps order={order} />
      <div className={styles.columns}>
        <div className={styles.part}>
          <OrderLinesTable order={order} />
          <OrderMoney order={order} />
        </div>
        <div className={styles.part}>
          <DescriptionList>
            <Description name="State">
              <span className={styles.chips}>
                <span>{DESK_STATES[orderState]}</span>
                <DocumentState collection="orders" documentId={id} />
              </span>
            </Description>
            <Description name="Deliver to">
              <DeliveryAddress order={order} />
              <CopyAddress order={order} />
            </Description>
            {orderPhone && <Description name="Phone">{orderPhone}</Description>}
            <Description name="Email">{orderEmail || 'Not known'}</Description>
            {orderTracking && <Description name="Tracking">{orderTracking}</Description>}
          </DescriptionList>
          <Moves order={order} />
          <Mails order={order} />
          <div className={styles.buttons}>
            <ButtonLink to={toPaidOrderPath(id, '/receipt')}>Receipt</ButtonLink>
            <ButtonLink kind="plain" to={toHistoryPath('orders', id)}>
              History
            </ButtonLink>
          </div>
          <InboxPart collection="orders" id={id} hasOnlyNotes />
        </div>
      </div>
    </div>
  );
}

/** The steps that the order can take: the usual one first. */
function Steps({ order }: { readonly order: PaidOrder }) {
  const app = useAppStore();
  const showToast = useToast();
  const { isManager } = useSession();
  const [asked, setAsked] = useState<OrderStep>();
  const [isSaving, setIsSaving] = useState(false);
  const { FBUID: id, orderState } = order;
  const steps = stepsOf(orderState).filter(({ isForManagers }) => isManager || !isForManagers);
  const canCancel = isPaidBack(order);
  if (steps.length === 0) return null;

  async function take(step: ChosenStep) {
    setAsked(undefined);
    setIsSaving(true);
    try {
      const isMoved = await moveOrder(app, id, step);
      if (!isMoved)
        showToast({ text: 'The order was moved on elsewhere. Nothing was changed.', tone: 'error' });
    } catch (error) {
      showToast({ text: `The order was not changed. ${toReason(error)}`, tone: 'error' });
    }
    setIsSaving(false);
  }

  function handleStep(step: OrderStep) {
    if (step.needsReason || step.to === 'sent') setAsked(step);
    else void take({ from: step.from, to: step.to, why: '' });
  }

  return (
    <>
      <div className={styles.steps} role="group" aria-label="Next steps">
        {steps.map((step, index) => (
          <Button
            key={step.to}
            kind={index === 0 && !step.needsReason && !isPaidBackUnsent(order) ? 'primary' : 'quiet'}
            disabled={isSaving || (step.to === 'cancelled' && !canCancel)}
            onClick={() => handleStep(step)}
          >
            {toStepText(step)}
          </Button>
        ))}
        {!canCancel && steps.some(({ to }) => to === 'cancelled') && (
          <span className={styles.soft}>To cancel it, refund the whole payment first.</span>
        )}
      </div>
      <StepDialog
        order={order}
        step={asked}
        onClose={() => setAsked(undefined)}
        onTake={(step) => void take(step)}
      />
    </>
  );
}

function CopyAddress({ order }: { readonly order: PaidOrder }) {
  const showToast = useToast();
  const lines = toAddressLines(order);
  if (lines.length === 0) return null;

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(lines.join('\n'));
      showToast({ text: 'Address copied.' });
    } catch {
      showToast({ text: 'The browser did not allow copying.', tone: 'error' });
    }
  }

  return (
    <Button kind="plain" onClick={() => void handleCopy()}>
      Copy address
    </Button>
  );
}

function Moves({ order }: { readonly order: PaidOrder }) {
  const titleId = useId();
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        Steps
      </h2>
      <ol>
        {order.orderMoves.map(({ at, to, why }) => (
          <li key={`${at} ${to}`}>
            {DESK_STATES[to]}, <Instant at={at} />
            {why && `: ${why}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the buyer was mailed. */
function Mails({ order }: { readonly order: PaidOrder }) {
  const titleId = useId();
  const { isOnline } = useConnection();
  const mails = useMailsAbout(order.FBUID, { version: order.sync.acknowledged });
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        Emails
      </h2>
      {!mails && (
        <p className={styles.soft}>{isOnline ? 'Loading the emails …' : 'Emails show with a connection.'}</p>
      )}
      {mails?.length === 0 && <p className={styles.soft}>No email was sent about this order.</p>}
      {mails && mails.length > 0 && (
        <ul>
          {mails.map((mail) => (
            <li key={mail.key}>
              {mail.subject}, to {mail.to}
              <p className={styles.soft}>
                <MailState mail={mail} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
