import styles from './logo.module.css';

/** The hovering kestrel: wings raised, tail fanned, head still. */
export function KestrelMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 48 40" aria-hidden="true" focusable="false">
      <path d="M24 13.2c-1.5 0-2.700 1-3 2.400C16.500 13.800 9.800 9.600 2 3c3.200 8 8.600 14.800 17.800 18.400l1 3.600L17 37l3.900-1.600L24 38l3.100-2.600L31 37l-3.800-12 1-3.600C37.400 17.800 42.800 11 46 3c-7.800 6.600-14.500 10.800-19 12.600-.3-1.400-1.500-2.400-3-2.400z" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <KestrelMark />
      <span className={styles.wordmark}>NANKEEN</span>
    </span>
  );
}
