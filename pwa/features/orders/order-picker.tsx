import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Link } from '#pwa/ui/link.tsx';
import {
  setComponentQuantity,
  takeLines,
  toggleComponent,
  WRONG_QUANTITY,
  type DraftOrderContent,
} from '#shared/domain/draft-order.ts';
import { toOrderPath } from '#shared/api/document-paths.ts';
import {
  toPurchaseOrderFacts,
  PURCHASE_ORDER_CURRENCY,
  toPurchaseOrderTotalCents,
} from '#shared/domain/purchase-order.ts';
import { toTodaysPrices } from '#shared/domain/order-prices.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { confirmOrder } from '#pwa/data/orders/confirm-order.ts';
import { useUnsentInput } from '#pwa/data/forms/use-unsent-input.ts';
import { logError } from '#pwa/data/log.ts';
import { ButtonLink, Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { useOfflineReadiness } from '#pwa/data/sync/offline-readiness.ts';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { ConfirmedIcon, SavedIcon } from '#pwa/ui/icons/state-icons.tsx';
import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { MAX_LABEL_LENGTH } from '#pwa/data/orders/draft-order-record.ts';
import { keepLabel } from '#pwa/data/orders/draft-order-store.ts';
import { useOrderLabels } from '#pwa/data/orders/use-draft-orders.ts';
import { useToast } from '#pwa/ui/toasts.ts';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { BulkEntryPart } from './bulk-entry-part.tsx';
import { ComponentPicker, type WrongQuantities } from './component-picker.tsx';
import styles from './order-picker.module.css';
import { OrderPurpose } from './order-purpose.tsx';
import { PriceNotice } from './price-notice.tsx';
import { DraftOrderList } from './draft-order-list.tsx';
import { useDraftOrder } from './use-draft-order.ts';

interface OrderPickerProps {
  readonly id: string;
  /** Called on every change. */
  readonly onChange: () => void;
  readonly onNew: () => void;
}

const DONE_ELSEWHERE = {
  changed:
    'This order was changed elsewhere since you began. What you leave alone follows when you confirm; where both changed the same, you choose afterwards.',
  deleted: 'This order was deleted elsewhere. Confirm makes a new order of what is here.',
} as const;

export function OrderPicker({ id, onChange, onNew }: OrderPickerProps) {
  const app = useAppStore();
  const { content, base, isLoading, orderCreatedAt, doneElsewhere, hasFailed, change } = useDraftOrder(id);
  const [isRoleMissing, setIsRoleMissing] = useState(false);
  const [typed, setTyped] = useState<WrongQuantities>({});
  const wrong = Object.fromEntries(
    content.lines.flatMap(({ name, quantity }) =>
      typed[name]?.quantity === quantity ? [[name, typed[name]]] : [],
    ),
  );
  const [failure, setFailure] = useState<{ readonly why: string }>();
  const failureBox = useRef<HTMLDivElement>(null);
  const [bulkText, setBulkText] = useBulkText(id);
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  const heading = orderCreatedAt === undefined ? 'Purchase order' : toHeading(id, orderCreatedAt);

  function edit(next: (content: DraftOrderContent) => DraftOrderContent): void {
    change(next);
    onChange();
  }

  async function confirm(): Promise<void> {
    const { role } = content;
    if (role === '') {
      setIsRoleMissing(true);
      document.querySelector<HTMLElement>('input[name="role"]')?.focus();
      return;
    }
    setFailure(undefined);
    const [wrongName] = Object.keys(wrong);
    if (wrongName !== undefined) {
      const box = document.querySelector<HTMLElement>('input[type="number"][aria-invalid]');
      box?.focus();
      // Not below the bar.
      box?.scrollIntoView({ block: 'center' });
      // A filter hides it.
      if (!box) setFailure({ why: `${wrongName}: ${WRONG_QUANTITY}` });
      return;
    }
    if (bulkText?.trim()) {
      setFailure({ why: 'Bulk entry has lines that are not added yet. Add them, or empty it.' });
      return;
    }
    setIsConfirming(true);
    try {
      const orderId = await confirmOrder(app, id, { ...content, role }, base);
      await navigate(toOrderPath(orderId), { state: content });
    } catch (error) {
      logError('A purchase order could not be saved:', error);
      setFailure({ why: error instanceof Error ? error.message : String(error) });
      setIsConfirming(false);
    }
  }

  // The bar that confirms is far from it.
  useEffect(() => {
    if (failure) failureBox.current?.scrollIntoView({ block: 'center' });
  }, [failure]);

  return (
    <Page title={heading}>
      <PageHead
        heading={heading}
        lead="Saved on this device as you go. Once you confirm, it is sent as soon as you’re online."
        actions={<ButtonLink to="/ukraine/orders">Orders</ButtonLink>}
      />
      <DraftOrderList currentId={id} onNew={onNew} />
      {isLoading || bulkText === undefined ? (
        <PickerSkeleton />
      ) : (
        <div className={styles.parts}>
          {doneElsewhere && <Notice tone="pending">{DONE_ELSEWHERE[doneElsewhere]}</Notice>}
          <PriceNotice
            lines={content.lines}
            onRenew={() => edit((before) => ({ ...before, lines: toTodaysPrices(before.lines) }))}
          />
          <OrderPurpose
            content={content}
            isRoleMissing={isRoleMissing && content.role === ''}
            onChange={(chosen) => edit((before) => ({ ...before, ...chosen }))}
          />
          <OrderLabel id={id} onChange={onChange} />
          <BulkEntryPart
            text={bulkText}
            onText={setBulkText}
            onAdd={(lines) => edit((before) => takeLines(before, lines))}
          />
          <ComponentPicker
            lines={content.lines}
            onToggle={(component) => edit((before) => toggleComponent(before, component))}
            onQuantity={(name, quantity) => edit((before) => setComponentQuantity(before, name, quantity))}
            wrong={wrong}
            onWrong={(name, found) => setTyped((before) => ({ ...before, [name]: found }))}
          />
          <FieldReadiness />
          {hasFailed && (
            <Notice tone="error" role="alert">
              This device couldn’t save your last change. Free some space; the next change saves it too.
            </Notice>
          )}
          {failure && (
            <div ref={failureBox}>
              <Notice tone="error" role="alert">
                The order was not confirmed. Your draft order is still on this device. {failure.why}
              </Notice>
            </div>
          )}
        </div>
      )}
      <PickerBar
        lines={content.lines}
        isChange={orderCreatedAt !== undefined}
        isConfirming={isConfirming}
        onConfirm={() => void confirm()}
      />
    </Page>
  );
}

/** The text in bulk entry, kept on this device until its lines are added; `undefined` until it is loaded. */
function useBulkText(id: string) {
  const { forms } = useAppStore();
  const key = `bulk/${id}`;
  const kept = useUnsentInput(key);
  const [typed, setTyped] = useState<string>();

  function change(text: string): void {
    setTyped(text);
    if (text === '') forms.remove(key);
    else forms.keep({ key, content: { text } });
  }

  const text = kept === undefined ? undefined : String(kept?.content['text'] ?? '');
  return [typed ?? text, change] as const;
}

function toHeading(id: string, createdAt: string): string {
  const { poNumber, reference } = toPurchaseOrderFacts({ FBUID: id, createdAt });
  return `Change ${poNumber} ${reference}`;
}

/** Placeholder rows while a draft order loads. */
function PickerSkeleton() {
  return (
    <div className={styles.componentPickerWaiting} role="status" aria-label="Loading">
      {Array.from({ length: 8 }, (_none, index) => (
        <Skeleton key={index} shape="title" />
      ))}
    </div>
  );
}

/** Whether this device is ready to work offline, and when it last reached the server. */
function FieldReadiness() {
  const isReady = useOfflineReadiness();
  const { lastContactAt, waiting } = useConnection();

  return (
    <p className={styles.fieldReadiness}>
      {isReady ? <ConfirmedIcon size="small" /> : <SavedIcon size="small" />}
      <span>
        {isReady
          ? 'Ready for the field: this app works here without a connection.'
          : 'Not ready for the field yet: stay connected until everything is on this device.'}{' '}
        {lastContactAt !== undefined && `Last synced ${formatInstant(lastContactAt)}. `}
        {waiting > 0 && `${waiting} waiting to be sent. `}
        <Link to="/sync">Check</Link>
      </span>
    </p>
  );
}

interface PickerBarProps {
  readonly lines: readonly SelectedComponent[];
  /** Whether this changes a confirmed order. */
  readonly isChange: boolean;
  readonly isConfirming: boolean;
  readonly onConfirm: () => void;
}

/** The running total and the confirm button, always within reach of a thumb. */
function PickerBar({ lines, isChange, isConfirming, onConfirm }: PickerBarProps) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className={styles.pickerBar} data-screen-only>
      <p className={styles.pickerBarSum} role="status">
        <strong className={styles.pickerBarTotal}>
          {formatCents(toPurchaseOrderTotalCents(lines), PURCHASE_ORDER_CURRENCY)}
        </strong>
        <span className={styles.pickerBarCount}>
          {lines.length === 0
            ? 'Nothing selected'
            : `${lines.length} ${lines.length === 1 ? 'component' : 'components'}, ${pieces.toLocaleString('en-AU')} ${pieces === 1 ? 'piece' : 'pieces'}`}
        </span>
      </p>
      <Button kind="primary" disabled={lines.length === 0 || isConfirming} onClick={onConfirm}>
        {isChange ? 'Confirm change' : 'Confirm'}
      </Button>
    </div>
  );
}

interface OrderLabelProps {
  readonly id: string;
  readonly onChange: () => void;
}

/** A name by which the seller knows an order. It stays on this device. */
function OrderLabel({ id, onChange }: OrderLabelProps) {
  const { draftOrders } = useAppStore();
  const labels = useOrderLabels();
  const showToast = useToast();
  /** What is typed here, until the field is left and it is saved. */
  const [typed, setTyped] = useState<string>();
  const saving = useRef<Promise<unknown>>(Promise.resolve());

  function handleChange(label: string): void {
    setTyped(label);
    onChange();
    saving.current = draftOrders.change((parts) => keepLabel(parts, id, label));
    saving.current.catch((error: unknown) => {
      logError('A label could not be saved:', error);
      showToast({ text: 'The label could not be saved on this device.', tone: 'error' });
    });
  }

  function handleBlur(): void {
    saving.current.then(
      () => setTyped(undefined),
      () => undefined,
    );
  }

  return (
    <div className={styles.orderLabel}>
      <Field label="Label" isOptional hint="Only on this device, for example the customer’s name.">
        {(control) => (
          <TextInput
            {...control}
            maxLength={MAX_LABEL_LENGTH}
            autoComplete="off"
            value={typed ?? labels[id] ?? ''}
            onChange={({ currentTarget }) => handleChange(currentTarget.value)}
            onBlur={handleBlur}
          />
        )}
      </Field>
    </div>
  );
}
