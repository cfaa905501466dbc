import type { ComponentProps } from 'react';
import styles from './choice.module.css';

interface ChoiceProps extends ComponentProps<'input'> {
  readonly type: 'checkbox' | 'radio';
}

/** A tick or a dot beside what it stands for; the whole line can be pressed. */
export function Choice({ children, ...input }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      {children}
    </label>
  );
}
