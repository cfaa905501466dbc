import { useId } from 'react';
import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import type { CatalogueComponent } from '#shared/domain/component-catalogue.ts';
import { isOrderQuantity, MAX_QUANTITY, WRONG_QUANTITY } from '#shared/domain/draft-order.ts';
import { PURCHASE_ORDER_CURRENCY, toLineCents } from '#shared/domain/purchase-order.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './order-picker.module.css';

/** Input that is no quantity. */
export interface WrongQuantity {
  readonly text: string;
  /** The line's quantity when it was typed: once that changes, the input is out of date. */
  readonly quantity: number;
  /** Of an emptied field, only once it is left. */
  readonly isShown: boolean;
}

interface ComponentRowProps {
  readonly component: CatalogueComponent;
  /** The selected line; `undefined` if the component isn't selected. */
  readonly line: SelectedComponent | undefined;
  readonly wrong: WrongQuantity | undefined;
  readonly onToggle: () => void;
  readonly onQuantity: (quantity: number) => void;
  readonly onWrong: (wrong: WrongQuantity | undefined) => void;
}

/** One component; selecting it enables its quantity. */
export function ComponentRow({ component, line, wrong, onToggle, onQuantity, onWrong }: ComponentRowProps) {
  const { name } = component;
  const faultId = useId();
  const isWrong = wrong?.isShown === true;
  const price = line?.price ?? component.price;

  function handleType(text: string): void {
    const quantity = Number(text);
    const isQuantity = text.trim() !== '' && isOrderQuantity(quantity);
    onWrong(isQuantity || !line ? undefined : { text, quantity: line.quantity, isShown: text !== '' });
    if (isQuantity) onQuantity(quantity);
  }

  return (
    <li className={styles.componentRow} data-selected={line !== undefined || undefined}>
      <Checkbox
        type="checkbox"
        checked={line !== undefined}
        onChange={() => {
          onWrong(undefined);
          onToggle();
        }}
      >
        <span className={styles.componentRowName}>{name}</span>
      </Checkbox>
      <span className={styles.componentRowPrice}>{format(Math.round(price * 100))}</span>
      <TextInput
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_QUANTITY}
        step={1}
        aria-label={`Quantity of ${name}`}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={isWrong ? faultId : undefined}
        className={styles.componentRowQuantity}
        disabled={!line}
        value={line ? (wrong?.text ?? line.quantity) : ''}
        onChange={({ currentTarget }) => handleType(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        // An emptied field shows the quantity again.
        onBlur={({ currentTarget }) =>
          wrong?.text === '' &&
          onWrong(currentTarget.validity.badInput ? { ...wrong, isShown: true } : undefined)
        }
      />
      {isWrong && (
        <p id={faultId} role="alert" className={styles.componentRowFault}>
          {WRONG_QUANTITY}
        </p>
      )}
      <span className={styles.componentRowTotal}>{line && format(toLineCents(line))}</span>
    </li>
  );
}

function format(cents: number): string {
  return formatCents(cents, PURCHASE_ORDER_CURRENCY);
}
