import { useAppStore } from '#pwa/data/app-store.ts';
import { labelOrder, MAX_LABEL_LENGTH, useOrderLabels } from '#pwa/data/orders/order-labels.ts';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './order-picker.module.css';

interface OrderLabelProps {
  readonly id: string;
  readonly onChange: () => void;
}

/** A name by which the seller knows an order. It stays on this device. */
export function OrderLabel({ id, onChange }: OrderLabelProps) {
  const app = useAppStore();
  const labels = useOrderLabels();
  return (
    <div className={styles.orderLabel}>
      <Field label="Label" isOptional hint="Only on this device, for example the customer’s name.">
        {(control) => (
          <TextInput
            {...control}
            maxLength={MAX_LABEL_LENGTH}
            autoComplete="off"
            value={labels[id] ?? ''}
            onChange={({ currentTarget }) => {
              labelOrder(app, id, currentTarget.value);
              onChange();
            }}
          />
        )}
      </Field>
    </div>
  );
}
