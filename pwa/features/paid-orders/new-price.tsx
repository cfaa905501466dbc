import { useState } from 'react';
import type { PaymentDifference } from '#shared/api/payment-routes.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { makePrice } from '#pwa/data/queries/paid-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import type { ConfirmedCall } from '../confirmed-call.tsx';
import { toReason } from '../to-reason.ts';
import styles from './paid-orders.module.css';

/** A product whose price at the payment provider is wrong. */
export interface WrongPrice extends NonNullable<PaymentDifference['newPrice']> {
  readonly productId: string;
}

interface NewPriceDialogProps {
  /** The dialog is open while it is defined. */
  readonly wrong: WrongPrice | undefined;
  readonly isOnline: boolean;
  readonly onClose: () => void;
  readonly onMade: () => void;
  readonly call: ConfirmedCall['call'];
}

/** Asks before a price is made at the payment provider. */
export function NewPriceDialog({ wrong, ...rest }: NewPriceDialogProps) {
  return (
    <Dialog title="Make a new price" isOpen={wrong !== undefined} onClose={rest.onClose}>
      {wrong && <NewPrice wrong={wrong} {...rest} />}
    </Dialog>
  );
}

function NewPrice({
  wrong: { productId, priceId, unitCents, currency },
  isOnline,
  onClose,
  onMade,
  call,
}: NewPriceDialogProps & { readonly wrong: WrongPrice }) {
  const app = useAppStore();
  const showToast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const price = formatCents(unitCents, currency);

  async function handleMake() {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const made = await call(() => makePrice(app, { productId, priceId, unitCents }));
      if (made) {
        showToast({ text: `${productId} has a new price of ${price} at the payment provider.` });
        onMade();
      }
    } catch (error) {
      setFailure(toReason(error));
    }
    setIsBusy(false);
  }

  return (
    <div className={styles.form}>
      <p>
        {productId} costs {price} in the shop. The payment provider gets a new price of that amount, and the
        product is paid with it from then on. Payments that are open already keep the earlier one.
      </p>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" disabled={isBusy || !isOnline} onClick={() => void handleMake()}>
          Make a price of {price}
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
      {!isOnline && <p className={styles.soft}>Making a price needs a connection.</p>}
    </div>
  );
}
