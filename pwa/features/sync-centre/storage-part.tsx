import { useEffect, useId, useState } from 'react';
import { logNotice } from '#pwa/data/log.ts';
import { requestPersistence, storageFacts, type StorageFacts } from '#pwa/data/store/persistence.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import { Description, DescriptionList } from '#pwa/ui/description-list.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Part } from './part.tsx';
import styles from './sync-centre.module.css';
import { useAttempt } from '../use-attempt.ts';

/** How much storage the app uses, and whether the browser may evict it. */
export function StoragePart() {
  const [facts, setFacts] = useState<StorageFacts>();
  const [isRefused, setIsRefused] = useState(false);
  const { attempt, isBusy } = useAttempt();
  const meterId = useId();

  useEffect(() => {
    let isOver = false;
    storageFacts()
      .then((found) => !isOver && setFacts(found))
      .catch((error: unknown) => logNotice('The storage could not be measured.', error));
    return () => {
      isOver = true;
    };
  }, []);

  async function askToKeep() {
    setIsRefused(!(await requestPersistence()));
    setFacts(await storageFacts());
  }

  if (!facts) {
    return (
      <Part title="Storage">
        <Skeleton />
      </Part>
    );
  }
  const { usage, quota, isPersisted } = facts;
  return (
    <Part title="Storage">
      {quota > 0 && (
        <p className={styles.storagePartUse}>
          <label htmlFor={meterId}>
            {formatBytes(usage)} used of {formatBytes(quota)}
          </label>
          <meter id={meterId} className={styles.storagePartMeter} min={0} max={quota} value={usage} />
        </p>
      )}
      <DescriptionList layout="apart" isSmall>
        <Description name="Storage">
          {isPersisted ? 'Until you remove it' : 'The browser may clear it'}
        </Description>
      </DescriptionList>
      {!isPersisted && (
        <div className={styles.partAction}>
          <Button disabled={isBusy} onClick={() => void attempt(askToKeep)}>
            Ask the browser to keep it
          </Button>
          {isRefused && (
            <p role="status" className={styles.storagePartNote}>
              The browser hasn’t allowed it yet. It usually does once the app is installed.
            </p>
          )}
        </div>
      )}
    </Part>
  );
}
