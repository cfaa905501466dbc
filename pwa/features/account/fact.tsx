import type { ReactNode } from 'react';
import styles from './account-home-page.module.css';

export function Fact({ name, text }: { readonly name: string; readonly text: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
