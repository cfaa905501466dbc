import type { PlanAction, PlanCounts } from '#shared/migration/plan.ts';
import styles from './migration.module.css';

const ACTIONS: readonly (readonly [action: PlanAction, future: string, past: string])[] = [
  ['create', 'to create', 'created'],
  ['replace', 'to replace', 'replaced'],
  ['merge', 'to merge', 'merged'],
  ['delete', 'to delete', 'deleted'],
  ['skip', 'left as they are', 'left as they were'],
  ['reject', 'to reject', 'rejected'],
  ['unchanged', 'the same already', 'the same already'],
];

interface ActionCountsProps {
  readonly label: string;
  readonly counts: PlanCounts;
  /** Whether the plan has been applied. */
  readonly isPast: boolean;
}

/** How many documents each action affects; actions without documents are left out. */
export function ActionCounts({ label, counts, isPast }: ActionCountsProps) {
  const shown = ACTIONS.filter(([action]) => counts[action] > 0);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.fateCounts} aria-label={label}>
      {shown.map(([action, future, past]) => (
        <li key={action} className={styles.fateCountsCount}>
          <span className={styles.fateCountsValue}>{counts[action].toLocaleString('en-AU')}</span>{' '}
          <span className={styles.fateCountsFate}>{isPast ? past : future}</span>
        </li>
      ))}
    </ul>
  );
}

/** Counts the documents a plan writes. */
export function countWrites({ create, replace, merge, delete: deleted }: PlanCounts): number {
  return create + replace + merge + deleted;
}
