import { ANONYMOUS } from '#shared/access/actor.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { toCountryName } from '#shared/domain/country-names.ts';
import { toOrderNumber } from '#shared/domain/order-number.ts';
import { toGstCents, type GstRule } from '#shared/domain/order-totals.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { acceptWrite } from '#server/core/accept-write.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { stampNow } from '#server/core/stamp.ts';
import { createWriteBatch } from '#server/core/write-batch.ts';
import type { Delivery } from './payment-gateway.ts';
import type { PaymentStore } from './payment-store.ts';
import type { Payment } from './payment.ts';

export interface PaidOrdersOptions {
  readonly documents: Pick<DocumentStore, 'commit'>;
  readonly store: Pick<PaymentStore, 'find' | 'change' | 'listOrdersDue'>;
  readonly gstRule: GstRule;
  readonly clock: Clock;
}

/** Writes the orders of paid payments. */
export interface PaidOrders {
  /** Brings the order of a payment to what the payment says. Writing it again changes nothing. */
  write(paymentId: string): Promise<void>;
  /** Same for all payments whose order is due, such as those of a server that was killed in between. */
  writeDue(): Promise<void>;
}

/** Named as the author in an order's history. */
const AUTHOR = { ...ANONYMOUS, isAdmin: true, email: 'payment provider' };
const AT_ONCE = 100;

export function createPaidOrders({ documents, store, gstRule, clock }: PaidOrdersOptions): PaidOrders {
  async function write(paymentId: string): Promise<void> {
    const payment = await store.find(paymentId);
    if (!payment?.isOrderDue) return;
    await writeOrder(payment);
    // What has changed meanwhile is still due.
    await store.change(paymentId, (current) =>
      current && isJsonEqual(current, payment)
        ? { payment: { ...current, isOrderDue: undefined }, mails: [] }
        : undefined,
    );
  }

  async function writeOrder(payment: Payment): Promise<void> {
    const key = { collection: 'orders', id: payment.id };
    await documents.commit({ documents: [key], writeIds: [] }, (view) => {
      const batch = createWriteBatch(view);
      const current = view.document(key);
      // What an administrator has deleted stays deleted.
      if (current?.deleted) return batch.toDecision(undefined);
      const data = toOrderData(payment, gstRule, current?.isDamaged ? undefined : current?.data);
      if (current && isJsonEqual(current.data, data)) return batch.toDecision(undefined);
      const request = {
        ...key,
        writeId: undefined,
        base: { kind: 'any' },
        deleted: false,
        data,
        madeAt: undefined,
        trail: [],
        ...(!current && payment.owner !== undefined && { newOwner: payment.owner }),
      } as const;
      batch.record(request, acceptWrite(request, batch, stampNow(clock, AUTHOR)));
      return batch.toDecision(undefined);
    });
  }

  return {
    write,
    async writeDue() {
      for (const { id } of await store.listOrdersDue(AT_ONCE)) await write(id);
    },
  };
}

type OrderData = Omit<PaidOrder, 'writeId' | 'sync'>;

/** The payment's part of an order, and what staff have made of the stored one. Its GST stays as it was at the payment. */
function toOrderData(
  payment: Payment,
  gstRule: GstRule,
  stored: Readonly<Record<string, unknown>> | undefined,
): OrderData {
  const { id, lines, totalCents, delivery, email, review, fulfilledAt, refunds = [] } = payment;
  const paidAt = utcIso(payment.paidAt ?? payment.createdAt);
  const state = fulfilledAt === undefined ? 'held' : 'paid';
  const moved = (stored as OrderData | undefined) ?? {
    orderGstCents: toGstCents(totalCents, gstRule),
    orderState: state,
    orderTracking: '',
    orderMoves: [{ at: paidAt, to: state, why: '' }],
  };
  return {
    FBUID: id,
    orderNumber: toOrderNumber(id),
    orderState: moved.orderState,
    orderReview: review ?? '',
    orderLines: lines.map(({ productId, name, quantity, unitCents }) => ({
      productId,
      name,
      quantity,
      unitCents,
    })),
    orderTotalCents: totalCents,
    orderGstCents: moved.orderGstCents,
    orderPaidCents: payment.paidCents ?? totalCents,
    orderCurrency: payment.paidCurrency ?? payment.currency,
    orderName: delivery?.name ?? '',
    orderEmail: email ?? '',
    orderPhone: delivery?.phone ?? '',
    orderAddress: delivery ? toAddress(delivery) : '',
    orderPaidAt: paidAt,
    orderRefunds: refunds.map(({ id: refund, cents, at, state: now }) => ({
      id: refund,
      cents,
      at: utcIso(at),
      state: now,
    })),
    orderTracking: moved.orderTracking,
    orderMoves: [...moved.orderMoves],
    createdAt: paidAt,
  };
}

/** The lines of a label. The country's name, as its code alone means little to a courier. */
function toAddress({ line1, line2, city, state, postalCode, country }: Delivery): string {
  const place = [city, state, postalCode].filter(Boolean).join(' ');
  return [line1, line2, place, toCountryName(country)].filter(Boolean).join('\n');
}
