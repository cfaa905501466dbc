import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  setComponentQuantity,
  takeLines,
  toggleComponent,
  type SketchContent,
} from '#shared/domain/order-sketch.ts';
import { toOrderPath } from '#shared/api/document-paths.ts';
import { toPurchaseOrderFacts } from '#shared/domain/purchase-order.ts';
import { confirmOrder } from '#pwa/data/orders/confirm-order.ts';
import { logError } from '#pwa/data/log.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { BulkEntryPart } from './bulk-entry-part.tsx';
import { ComponentPicker } from './component-picker.tsx';
import { FieldReadiness } from './field-readiness.tsx';
import styles from './order-picker.module.css';
import { OrderPurpose } from './order-purpose.tsx';
import { PickerBar } from './picker-bar.tsx';
import { PickerSkeleton } from './picker-skeleton.tsx';
import { SketchList } from './sketch-list.tsx';
import { useOrderSketch } from './use-order-sketch.ts';

interface OrderPickerProps {
  readonly id: string;
  /** Told with every change. */
  readonly onChange: () => void;
  readonly onNew: () => void;
}

export function OrderPicker({ id, onChange, onNew }: OrderPickerProps) {
  const { content, isLoading, orderCreatedAt, hasFailed, change } = useOrderSketch(id);
  const [isRoleMissing, setIsRoleMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  const heading = orderCreatedAt === undefined ? 'Purchase order' : toHeading(id, orderCreatedAt);

  function edit(next: (content: SketchContent) => SketchContent): void {
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
    setIsConfirming(true);
    setFailure(undefined);
    try {
      await confirmOrder(id, { ...content, role });
      await navigate(toOrderPath(id), { state: content });
    } catch (error) {
      logError('A purchase order could not be kept:', error);
      setFailure(error instanceof Error ? error.message : String(error));
      setIsConfirming(false);
    }
  }

  return (
    <Page title={heading}>
      <PageHead
        heading={heading}
        lead="Kept on this device with every change, and sent as soon as you have confirmed it and there is a network."
        actions={<ButtonLink to="/ukraine/orders">Orders</ButtonLink>}
      />
      <SketchList currentId={id} onNew={onNew} />
      {isLoading ? (
        <PickerSkeleton />
      ) : (
        <div className={styles.parts}>
          <OrderPurpose
            content={content}
            isRoleMissing={isRoleMissing && content.role === ''}
            onChange={(chosen) => edit((before) => ({ ...before, ...chosen }))}
          />
          <BulkEntryPart onTake={(lines) => edit((before) => takeLines(before, lines))} />
          <ComponentPicker
            lines={content.lines}
            onToggle={(component) => edit((before) => toggleComponent(before, component))}
            onQuantity={(name, quantity) => edit((before) => setComponentQuantity(before, name, quantity))}
          />
          <FieldReadiness />
          {hasFailed && (
            <Notice tone="error" role="alert">
              The last change is shown, but this device could not keep it. Free some space; it is tried again
              with the next change.
            </Notice>
          )}
          {failure !== undefined && (
            <Notice tone="error" role="alert">
              The order was not confirmed. Your sketch is kept as it is. {failure}
            </Notice>
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

function toHeading(id: string, createdAt: string): string {
  const { poNumber, reference } = toPurchaseOrderFacts({ FBUID: id, createdAt });
  return `Change ${poNumber} ${reference}`;
}
