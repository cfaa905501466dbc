import { useState, type SyntheticEvent } from 'react';
import type { OrderPayment } from '#shared/api/order-routes.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isPermanentCode } from '#shared/kernel/document-codes.ts';
import { createId } from '#shared/kernel/ids.ts';
import { centsToDecimal, formatCents, parseCents } from '#shared/kernel/money.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { askRefund } from '#pwa/data/queries/paid-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import type { ConfirmedCall } from '../confirmed-call.tsx';
import { toReason } from '../to-reason.ts';
import styles from './paid-orders.module.css';

interface RefundDialogProps {
  readonly order: PaidOrder;
  readonly payment: OrderPayment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAsked: (payment: OrderPayment) => void;
  readonly call: ConfirmedCall['call'];
}

/** Asks how much to refund, and why. */
export function RefundDialog(props: RefundDialogProps) {
  return (
    <Dialog title="Refund" isOpen={props.isOpen} onClose={props.onClose}>
      {props.isOpen && <RefundForm {...props} />}
    </Dialog>
  );
}

function RefundForm({ order, payment, onClose, onAsked, call }: RefundDialogProps) {
  const app = useAppStore();
  const { FBUID: orderId, orderCurrency } = order;
  const { refundableCents } = payment;
  // Until the server has answered, a repeated click asks for the same refund.
  const [id, setId] = useState(createId);
  const [amount, setAmount] = useState(centsToDecimal(refundableCents));
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cents = parseCents(amount);
  const amountFault = findAmountFault(cents, refundableCents, orderCurrency);

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsTried(true);
    if (amountFault !== undefined || cents === undefined || reason.trim() === '') return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      const asked = await call(() => askRefund(app, orderId, { id, cents, reason: reason.trim() }));
      if (asked) onAsked(asked);
    } catch (error) {
      setFailure(toReason(error));
      if (error instanceof AppError && isPermanentCode(error.code)) setId(createId());
    }
    setIsBusy(false);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Field
        label={`Amount in ${orderCurrency}`}
        isRequired
        hint={`At most ${formatCents(refundableCents, orderCurrency)}.`}
        error={isTried ? amountFault : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
            data-initial-focus
          />
        )}
      </Field>
      <Field
        label="Why"
        isRequired
        hint="For staff only."
        error={isTried && reason.trim() === '' ? 'required' : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button kind="danger" type="submit" disabled={isBusy}>
          {amountFault === undefined && cents !== undefined
            ? `Refund ${formatCents(cents, orderCurrency)}`
            : 'Refund'}
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </form>
  );
}

function findAmountFault(cents: number | undefined, most: number, currency: string): string | undefined {
  if (cents === undefined || cents === 0) return 'Write the amount like 90.00.';
  return cents > most ? `At most ${formatCents(most, currency)} is left.` : undefined;
}
