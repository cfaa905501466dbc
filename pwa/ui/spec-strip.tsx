import styles from './spec-strip.module.css';

export interface Spec {
  readonly value: string;
  readonly unit: string;
  readonly label: string;
}

/** Key figures: large value, small unit, label below. */
export function SpecStrip({ specs, label }: { readonly specs: readonly Spec[]; readonly label: string }) {
  return (
    <ul className={styles.strip} aria-label={label}>
      {specs.map((spec) => (
        <li key={spec.label} className={styles.cell}>
          <span className={styles.reading}>
            <span className={styles.value}>{spec.value}</span>{' '}
            <span className={styles.unit}>{spec.unit}</span>
          </span>
          <span className={styles.label}>{spec.label}</span>
        </li>
      ))}
    </ul>
  );
}
