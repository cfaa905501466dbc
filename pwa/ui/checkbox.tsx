import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';
import { useHydrated } from './use-hydrated.ts';

interface CheckboxProps extends ComponentProps<'input'> {
  readonly type: 'checkbox' | 'radio';
}

/** A checkbox or radio button with its label; the whole line can be pressed. */
export function Checkbox({ children, ...input }: CheckboxProps) {
  const isHydrated = useHydrated();
  return (
    <label className={styles.choice}>
      <input {...input} data-not-live={!isHydrated || undefined} />
      {children}
    </label>
  );
}
