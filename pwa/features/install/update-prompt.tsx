import { useEffect, useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { unlessUnfinished } from '#pwa/data/store/unfinished-work.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './prompt.module.css';
import { registerWorker, type WorkerUpdates } from './register-worker.ts';

const TEXTS = {
  ready: 'A new version of the store is ready. What you have written is kept.',
  held: 'Something is still being written, here or in another tab. Send it or clear it, then update.',
  stuck: 'The update did not finish. Close the other tabs of the store and try again; nothing is lost.',
} as const;

/** Offers a waiting update and activates it on consent. */
export function UpdatePrompt() {
  const app = useAppStore();
  const [updates, setUpdates] = useState<WorkerUpdates>();
  const [state, setState] = useState<keyof typeof TEXTS>('ready');

  useEffect(() => {
    function show(waiting: WorkerUpdates) {
      setUpdates(waiting);
      setState('ready');
    }
    registerWorker(app, show).catch((error: unknown) =>
      logError('The store could not be made ready for offline use:', error),
    );
  }, [app]);

  async function handleAccept({ accept }: WorkerUpdates) {
    const isDone = await unlessUnfinished(() => accept(() => setState('stuck')));
    setState(isDone ? 'ready' : 'held');
  }

  return (
    <div role="status">
      {updates && (
        <div className={styles.prompt}>
          <p>{TEXTS[state]}</p>
          <div className={styles.actions}>
            <Button kind="plain" onClick={() => setUpdates(undefined)}>
              Later
            </Button>
            <Button onClick={() => void handleAccept(updates)}>Update now</Button>
          </div>
        </div>
      )}
    </div>
  );
}
