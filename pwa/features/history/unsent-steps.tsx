import type { Chain } from '#pwa/data/sync/outbox-record.ts';
import { diffContent } from '#pwa/ui/content/diff-content.ts';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { ChangeList } from './change-list.tsx';
import styles from './history-page.module.css';

/** This device's changes that the server doesn't have yet, newest first. */
export function UnsentSteps({ entries, base }: Chain) {
  const steps = entries.map((entry, index) => {
    const before = entries[index - 1]?.data ?? base;
    return { entry, isFirst: before === null, changes: diffContent(before ?? {}, entry.data) };
  });
  return (
    <ol className={styles.historyTimelineSteps} aria-label="Not sent yet">
      {steps.toReversed().map(({ entry, isFirst, changes }) => (
        <li key={entry.writeId} className={styles.historyTimelineStep}>
          <header className={styles.historyTimelineHead}>
            <h2 className={styles.historyTimelineWhat}>
              {entry.deleted ? 'Deleted' : isFirst ? 'Created' : 'Changed'}{' '}
              <span className={styles.historyTimelineWho}>on this device</span>
            </h2>
            <p className={styles.historyTimelineWhen}>
              <span className={styles.historyTimelineNow}>Not sent yet</span>
              <Instant at={entry.at} precision="seconds" />
            </p>
          </header>
          <ChangeList changes={changes} isFirst={isFirst} />
        </li>
      ))}
    </ol>
  );
}
