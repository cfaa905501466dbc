import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends ComponentProps<'input'> {
  readonly type: 'checkbox' | 'radio';
}

/** A tick or a dot beside what it stands for; the whole line can be pressed. */
export function Checkbox({ children, ...input }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      {children}
    </label>
  );
}
