import type { PlanAction, PlanCounts } from '#shared/migration/plan.ts';
import styles from './migration.module.css';

const FATES: readonly (readonly [action: PlanAction, future: string, past: string])[] = [
  ['create', 'to create', 'created'],
  ['replace', 'to replace', 'replaced'],
  ['merge', 'to merge', 'merged'],
  ['delete', 'to delete', 'deleted'],
  ['skip', 'left as they are', 'left as they were'],
  ['reject', 'to reject', 'rejected'],
  ['unchanged', 'the same already', 'the same already'],
];

interface FateCountsProps {
  readonly label: string;
  readonly counts: PlanCounts;
  /** Whether it has happened. */
  readonly isPast: boolean;
}

/** How many documents meet which fate; fates that none meets are left out. */
export function FateCounts({ label, counts, isPast }: FateCountsProps) {
  const met = FATES.filter(([action]) => counts[action] > 0);
  if (met.length === 0) return null;
  return (
    <ul className={styles.fateCounts} aria-label={label}>
      {met.map(([action, future, past]) => (
        <li key={action} className={styles.fateCountsCount}>
          <span className={styles.fateCountsValue}>{counts[action].toLocaleString('en-AU')}</span>{' '}
          <span className={styles.fateCountsFate}>{isPast ? past : future}</span>
        </li>
      ))}
    </ul>
  );
}

/** How many documents are written. */
export function countWrites({ create, replace, merge, delete: gone }: PlanCounts): number {
  return create + replace + merge + gone;
}
