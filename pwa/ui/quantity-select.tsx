import type { ComponentProps } from 'react';
import { MAX_ITEM_COUNT } from '#shared/collections/checkouts.ts';
import { Select } from './select.tsx';

const COUNTS = Array.from({ length: MAX_ITEM_COUNT }, (_none, index) => index + 1);

interface QuantitySelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly value: number;
  readonly onChange: (count: number) => void;
}

/** Selects from 1 to `MAX_ITEM_COUNT`, the most of a product per order. */
export function QuantitySelect({ value, onChange, ...rest }: QuantitySelectProps) {
  return (
    <Select {...rest} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {COUNTS.map((count) => (
        <option key={count} value={count}>
          {count}
        </option>
      ))}
    </Select>
  );
}
