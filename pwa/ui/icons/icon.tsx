import type { ReactNode } from 'react';
import styles from './icon.module.css';

export interface IconProps {
  /** Edge length: 20 px in text and bars, 16 px in chips, 48 px for drawings. */
  readonly size?: 'small' | 'normal' | 'large';
}

/** A hairline drawing on a 24-unit square. Always decorative: nearby text carries the meaning. */
export function Icon({ size = 'normal', children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg className={styles[size]} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}
