import { useState } from 'react';
import { PRODUCT_CATEGORIES, type Product } from '#shared/collections/products.ts';
import {
  parseHundredths,
  planBulkChange,
  type BulkChange,
  type BulkField,
  type PlannedChange,
} from '#shared/domain/bulk-change.ts';
import { categoryName } from '#shared/domain/category-name.ts';
import { findPriceFault } from '#shared/domain/product-rules.ts';
import { formatCents, parseCents } from '#shared/kernel/money.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { RESTORABLE_DAYS } from '#pwa/data/queries/deleted-products.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './bulk-change.module.css';

const KINDS: readonly (readonly [kind: BulkChange['kind'], text: string])[] = [
  ['price', 'Set the price'],
  ['percent', 'Raise or lower the price by percent'],
  ['amount', 'Raise or lower the price by an amount'],
  ['category', 'Set the category'],
  ['delete', 'Delete'],
];

interface BulkDialogProps {
  readonly products: readonly Product[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMake: (planned: readonly PlannedChange[]) => void;
}

/** Plans a change of many products, and shows old and new values before anything is written. */
export function BulkDialog({ products, isOpen, onClose, onMake }: BulkDialogProps) {
  return (
    <Dialog title="Change products" isOpen={isOpen} onClose={onClose} isWide>
      {isOpen && <BulkForm products={products} onClose={onClose} onMake={onMake} />}
    </Dialog>
  );
}

function BulkForm({ products, onClose, onMake }: Omit<BulkDialogProps, 'isOpen'>) {
  const [kind, setKind] = useState<BulkChange['kind']>('price');
  const [text, setText] = useState('');
  const read = readChange(kind, text);
  const planned = 'change' in read ? planBulkChange(products, read.change) : [];
  const ready = planned.filter(({ obstacle }) => obstacle === undefined);

  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        <Field label="What to change">
          {(control) => (
            <Select
              {...control}
              data-initial-focus
              value={kind}
              onChange={({ target }) => {
                setKind(KINDS.find(([one]) => one === target.value)?.[0] ?? 'price');
                setText('');
              }}
            >
              {KINDS.map(([one, words]) => (
                <option key={one} value={one}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {kind === 'category' && (
          <Field label="New category">
            {(control) => (
              <Select {...control} value={text} onChange={({ target }) => setText(target.value)}>
                <option value="">Choose one</option>
                {PRODUCT_CATEGORIES.map((one) => (
                  <option key={one} value={one}>
                    {categoryName(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {kind !== 'category' && kind !== 'delete' && (
          <Field label={LABELS[kind]} hint={HINTS[kind]} error={text === '' ? undefined : read.fault}>
            {(control) => (
              <TextInput
                {...control}
                key={kind}
                autoComplete="off"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        )}
      </div>
      {kind === 'delete' && (
        <Notice tone="error">
          Their pages and prices go from the shop. You can undo it for ten minutes, and staff restore them
          from Deleted for {RESTORABLE_DAYS} days; then they are gone for good.
        </Notice>
      )}
      {planned.length > 0 && <PlanTable planned={planned} />}
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={kind === 'delete' ? 'danger' : 'primary'}
          disabled={ready.length === 0}
          onClick={() => onMake(ready)}
        >
          {kind === 'delete' ? 'Delete' : 'Change'} {countProducts(ready.length)}
        </Button>
      </div>
    </div>
  );
}

const LABELS = { price: 'New price', percent: 'Percent', amount: 'Amount' } as const;
const HINTS = {
  price: 'Such as 24990.00, GST included.',
  percent: 'Such as 5 or -7.5. Half a cent is rounded up.',
  amount: 'Such as 20 or -4.50.',
} as const;

type ReadChange = { readonly change: BulkChange; readonly fault?: undefined } | { readonly fault: string };

function readChange(kind: BulkChange['kind'], text: string): ReadChange {
  if (kind === 'delete') return { change: { kind } };
  if (kind === 'category') {
    const category = PRODUCT_CATEGORIES.find((one) => one === text);
    return category ? { change: { kind, category } } : { fault: 'Choose a category.' };
  }
  if (kind === 'price') {
    const cents = parseCents(text);
    const fault = cents === undefined ? 'Write the price like 24990.00.' : findPriceFault(text);
    return fault === undefined && cents !== undefined ? { change: { kind, cents } } : { fault: fault ?? '' };
  }
  const hundredths = parseHundredths(text);
  if (hundredths === undefined) return { fault: 'Write a number with at most two decimals, such as -7.5.' };
  return { change: kind === 'percent' ? { kind, hundredths } : { kind, cents: hundredths } };
}

function PlanTable({ planned }: { readonly planned: readonly PlannedChange[] }) {
  const { currency } = useShopConfig();
  return (
    <table className={styles.plan}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Old</th>
          <th scope="col">New</th>
        </tr>
      </thead>
      <tbody>
        {planned.map(({ id, name, field, before, after, obstacle }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td className={styles.value}>
              {field === 'product' ? 'Live' : toShown(field, before, currency)}
            </td>
            <td>
              {obstacle === undefined ? (
                <span className={styles.value}>
                  {after === undefined ? 'Deleted' : toShown(field, after, currency)}
                </span>
              ) : (
                <span className={styles.obstacle}>Stays as it is. {obstacle}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function toShown(field: BulkField, value: string, currency: string): string {
  if (value === '') return 'None';
  const cents = field === 'price' ? parseCents(value) : undefined;
  return cents === undefined ? value : formatCents(cents, currency);
}

function countProducts(count: number): string {
  return count === 1 ? '1 product' : `${count} products`;
}
