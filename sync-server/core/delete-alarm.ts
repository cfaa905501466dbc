import type { Clock } from '#shared/kernel/clock.ts';
import type { CommitEvent, DocumentStore } from './document-store.ts';

/** More deleted documents a minute by one account or device are worth a look. */
export const DELETES_PER_MINUTE = 100;

const MINUTE_MS = 60_000;

export interface DeleteAlarmOptions {
  readonly store: Pick<DocumentStore, 'onCommit'>;
  readonly clock: Clock;
  readonly log: { warn(facts: object, text: string): void };
  /** Called once a minute at most for each account or device. */
  readonly onAlarm: () => void;
}

/**
 * Logs a warning when one account, or one device without an account, deletes many documents within a minute, by hand or
 * with a job. The author is in the history of the named entry, not in the log.
 */
export function watchDeletes({ store, clock, log, onAlarm }: DeleteAlarmOptions): void {
  let minute = 0;
  /** Deletes of the current minute by author. */
  const counts = new Map<string, number>();

  function note({ sequence, deletes, touched }: CommitEvent): void {
    if (!deletes) return;
    const now = Math.floor(clock.now() / MINUTE_MS);
    if (now !== minute) counts.clear();
    minute = now;
    const { count, updatedBy, device } = deletes;
    const author = `${updatedBy} ${device ?? ''}`;
    const before = counts.get(author) ?? 0;
    counts.set(author, before + count);
    if (before > DELETES_PER_MINUTE || before + count <= DELETES_PER_MINUTE) return;
    onAlarm();
    const collections = [...new Set(touched.map(({ collection }) => collection))];
    log.warn(
      { sequence, device, collections, deletes: before + count },
      'Many documents were deleted within a minute. Check the history of this entry; a job can be undone.',
    );
  }
  store.onCommit(note);
}
