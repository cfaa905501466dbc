import { useEffect, useState } from 'react';
import { logError } from '#pwa/data/log.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './prompt.module.css';
import { registerWorker, type WorkerUpdates } from './register-worker.ts';

/** Says that a new version waits, and changes to it when the person agrees. */
export function UpdatePrompt() {
  const [updates, setUpdates] = useState<WorkerUpdates>();

  useEffect(() => {
    registerWorker(setUpdates).catch((error: unknown) =>
      logError('The store could not be made ready for offline use:', error),
    );
  }, []);

  return (
    <div role="status" data-screen-only>
      {updates && (
        <div className={styles.prompt}>
          <p>A new version of the store is ready. What you have written is kept.</p>
          <div className={styles.actions}>
            <Button kind="plain" onClick={() => setUpdates(undefined)}>
              Later
            </Button>
            <Button onClick={updates.accept}>Update now</Button>
          </div>
        </div>
      )}
    </div>
  );
}
