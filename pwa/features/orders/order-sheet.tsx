import type { ReactNode } from 'react';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import type { OrderStatus } from '#shared/domain/order-status.ts';
import {
  FREIGHT,
  PURCHASE_ORDER_CURRENCY,
  toPurchaseOrderFacts,
  toPurchaseOrderTotalCents,
} from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Logo } from '#pwa/ui/logo.tsx';
import { CivilDate } from './civil-date.tsx';
import { OrderLines } from './order-lines.tsx';
import styles from './order-sheet.module.css';
import { STATUS_TEXTS } from './order-status-chip.tsx';
import { usePageMargin } from './use-page-margin.ts';

interface OrderSheetProps {
  readonly order: PurchaseOrder;
  /** As printed, e.g. `rev 3`. */
  readonly revision: string;
  readonly status: OrderStatus;
}

/** A purchase order as the title block and parts list of an engineering drawing. */
export function OrderSheet({ order, revision, status }: OrderSheetProps) {
  const { date, expiry, poNumber, reference } = toPurchaseOrderFacts(order);
  const { selectedComponents: lines, role, engineeringNeeds, missionType } = order;
  const total = formatCents(toPurchaseOrderTotalCents(lines), PURCHASE_ORDER_CURRENCY);
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  usePageMargin(`Nankeen · ${poNumber} · reference ${reference} · ${revision}`);
  return (
    <article className={styles.sheet} aria-labelledby="order-number">
      <div className={styles.frame}>
        <header className={styles.title}>
          <div className={styles.brand}>
            <Logo />
          </div>
          <div className={styles.identity}>
            <h1 id="order-number" className={styles.number}>
              <span className={styles.label}>Purchase order</span> {poNumber}
            </h1>
            <p className={styles.revision}>{revision}</p>
          </div>
        </header>
        <dl className={styles.cells}>
          <Cell label="Date">
            <CivilDate date={date} />
          </Cell>
          <Cell label="Expiry">
            <CivilDate date={expiry} />
          </Cell>
          <Cell label="Reference">{reference}</Cell>
          <Cell label="Status">{STATUS_TEXTS[status]}</Cell>
          <Cell label="Role">{role}</Cell>
          {engineeringNeeds && <Cell label="Engineering needs">{engineeringNeeds}</Cell>}
          {missionType && <Cell label="Mission type">{missionType}</Cell>}
          <Cell label="Currency">{PURCHASE_ORDER_CURRENCY}</Cell>
        </dl>
        <OrderLines lines={lines} />
        <dl className={styles.totals}>
          <Cell label="Lines">
            {lines.length} · {count.toLocaleString('en-AU')} {count === 1 ? 'piece' : 'pieces'}
          </Cell>
          <Cell label="Freight">{FREIGHT}</Cell>
          <Cell label="Sub total">{total}</Cell>
          <Cell label="Total">
            <strong className={styles.total}>{total}</strong>
          </Cell>
        </dl>
      </div>
    </article>
  );
}

function Cell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.cell}>
      <dt className={styles.label}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
