import { useState } from 'react';
import { formatCents } from '#shared/kernel/money.ts';
import type { SoldPrice } from '#shared/domain/provider-prices.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { makePrice } from '#pwa/data/queries/paid-orders.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { useConfirmedCall, type ConfirmedCall } from './confirmed-call.tsx';
import styles from './new-price.module.css';
import { toReason } from './to-reason.ts';

/** A product whose price at the payment provider is wrong. */
export interface WrongPrice extends SoldPrice {
  readonly productId: string;
}

interface NewPriceProps {
  /** At least one. */
  readonly wrong: readonly WrongPrice[];
  /** Called after each price that was made. */
  readonly onMade: () => void;
}

/** Makes prices at the payment provider, after asking. */
export function NewPriceButton({ wrong, onMade }: NewPriceProps) {
  const { isOnline } = useConnection();
  const { call, dialog } = useConfirmedCall();
  const [asked, setAsked] = useState<readonly WrongPrice[]>();
  const [only] = wrong;
  return (
    <>
      <Button disabled={!isOnline} onClick={() => setAsked(wrong)}>
        {wrong.length > 1 ? (
          `Make ${wrong.length} new prices`
        ) : (
          <>
            Make a new price<VisuallyHidden> for {only?.productId}</VisuallyHidden>
          </>
        )}
      </Button>
      <Dialog title="Make a new price" isOpen={asked !== undefined} onClose={() => setAsked(undefined)}>
        {asked && (
          <NewPrices
            wrong={asked}
            isOnline={isOnline}
            onClose={() => setAsked(undefined)}
            onMade={onMade}
            call={call}
          />
        )}
      </Dialog>
      {dialog}
    </>
  );
}

function countPrices(count: number): string {
  return count === 1 ? '1 price' : `${count} prices`;
}

interface NewPricesProps extends NewPriceProps {
  readonly isOnline: boolean;
  readonly onClose: () => void;
  readonly call: ConfirmedCall['call'];
}

function NewPrices({ wrong, isOnline, onClose, onMade, call }: NewPricesProps) {
  const app = useAppStore();
  const showToast = useToast();
  const [made, setMade] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [first] = wrong;
  const isOne = wrong.length === 1;

  async function handleMake() {
    setIsBusy(true);
    setFailure(undefined);
    let index = made;
    try {
      for (; index < wrong.length; index++) {
        const { productId, priceId, unitCents } = wrong[index] as WrongPrice;
        if (!(await call(() => makePrice(app, { productId, priceId, unitCents })))) break;
        setMade(index + 1);
        onMade();
      }
    } catch (error) {
      const { productId } = wrong[index] as WrongPrice;
      setFailure(isOne ? toReason(error) : `${productId}: ${toReason(error)}`);
    }
    setIsBusy(false);
    if (index < wrong.length) return;
    const price = first && formatCents(first.unitCents, first.currency);
    showToast({
      text: isOne
        ? `${first?.productId} has a new price of ${price} at the payment provider.`
        : `${wrong.length} products have new prices at the payment provider.`,
    });
    onClose();
  }

  return (
    <div className={styles.form}>
      {isOne && first ? (
        <p>
          {first.productId} costs {formatCents(first.unitCents, first.currency)} in the shop. The payment
          provider gets a new price of that amount, and the product is paid with it from then on. Payments
          that are open already keep the earlier one.
        </p>
      ) : (
        <>
          <p>
            The payment provider gets a new price for each of these products, of the amount it costs in the
            shop, and the product is paid with it from then on. Payments that are open already keep the
            earlier one.
          </p>
          <ul className={styles.list}>
            {wrong.map(({ productId, unitCents, currency }) => (
              <li key={productId}>
                {productId}: {formatCents(unitCents, currency)}
              </li>
            ))}
          </ul>
        </>
      )}
      {!isOne && (isBusy || made > 0) && (
        <p role="status">
          {made} of {wrong.length} prices are made.
        </p>
      )}
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" disabled={isBusy || !isOnline} onClick={() => void handleMake()}>
          {isOne && first
            ? `Make a price of ${formatCents(first.unitCents, first.currency)}`
            : `Make ${countPrices(wrong.length - made)}`}
        </Button>
        <Button onClick={onClose}>{made > 0 ? 'Close' : 'Not now'}</Button>
      </div>
      {!isOnline && <p className={styles.soft}>Making a price needs a connection.</p>}
    </div>
  );
}
