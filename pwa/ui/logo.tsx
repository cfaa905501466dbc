import styles from './logo.module.css';

/** The hovering kestrel: wings raised, tail fanned, head still. */
export function KestrelMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 48 40" aria-hidden="true" focusable="false">
      <path d="M24 13.2c-1.5 0-2.7 1-3 2.4C16.5 13.8 9.8 9.6 2 3c3.2 8 8.6 14.8 17.8 18.4l1 3.6L17 37l3.9-1.6L24 38l3.1-2.6L31 37l-3.8-12 1-3.6C37.4 17.8 42.8 11 46 3c-7.8 6.6-14.5 10.8-19 12.6-.3-1.4-1.5-2.4-3-2.4z" />
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
