import { useState, type SyntheticEvent } from 'react';
import type { PaidOrder } from '#shared/collections/orders.ts';
import type { OrderStep } from '#shared/domain/order-states.ts';
import type { ChosenStep } from '#pwa/data/queries/paid-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import { toStepText } from './order-state-text.ts';
import styles from './paid-orders.module.css';

interface StepDialogProps {
  readonly order: PaidOrder;
  /** The dialog is open while it is defined. */
  readonly step: OrderStep | undefined;
  readonly onClose: () => void;
  readonly onTake: (step: ChosenStep) => void;
}

/** Asks for the tracking code of a parcel, or why a step is taken. */
export function StepDialog({ order, step, onClose, onTake }: StepDialogProps) {
  return (
    <Dialog title={step ? toStepText(step) : ''} isOpen={step !== undefined} onClose={onClose}>
      {step && <StepForm order={order} step={step} onClose={onClose} onTake={onTake} />}
    </Dialog>
  );
}

function StepForm({ order, step, onClose, onTake }: StepDialogProps & { readonly step: OrderStep }) {
  const [isTried, setIsTried] = useState(false);
  const [why, setWhy] = useState('');
  const { from, to, needsReason = false, isBack = false } = step;
  const hasTracking = to === 'sent' && !isBack;
  const lacksReason = needsReason && why.trim() === '';

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsTried(true);
    if (lacksReason) return;
    const data = new FormData(event.currentTarget);
    onTake({
      from,
      to,
      why: why.trim(),
      ...(hasTracking && { tracking: String(data.get('tracking') ?? '').trim() }),
    });
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      {hasTracking && (
        <Field label="Carrier and tracking code" isOptional hint="The customer gets an email with it.">
          {(control) => (
            <TextInput
              {...control}
              name="tracking"
              maxLength={200}
              autoComplete="off"
              defaultValue={order.orderTracking}
              data-initial-focus
            />
          )}
        </Field>
      )}
      {needsReason && (
        <Field
          label="Why"
          isRequired
          hint="The customer reads it in the order."
          error={isTried && lacksReason ? 'required' : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={500}
              value={why}
              onChange={({ target }) => setWhy(target.value)}
              data-initial-focus
            />
          )}
        </Field>
      )}
      <div className={styles.buttons}>
        <Button kind={to === 'cancelled' ? 'danger' : 'primary'} type="submit">
          {toStepText(step)}
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </form>
  );
}
