import { useState, type ReactNode } from 'react';
import { exportUnsyncedByCollection } from '#pwa/data/sync/export-unsynced.ts';
import { offlineReadiness, type OfflineReadiness } from '#pwa/data/sync/offline-readiness.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import type { VerifiedCollection } from '#pwa/data/sync/verify-collection.ts';
import { verifyCollections } from '#pwa/data/sync/verify.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import styles from './sync-centre.module.css';
import { Part } from './part.tsx';
import { ReadinessList } from './readiness-list.tsx';
import { useAttempt } from './use-attempt.ts';
import { VerifiedList } from './verified-list.tsx';

/** Three questions somebody may have before they rely on this device. */
export function ChecksPart() {
  return (
    <Part title="Checks">
      <ReadinessCheck />
      <VerifyCheck />
      <ExportCheck />
    </Part>
  );
}

function ReadinessCheck() {
  const [readiness, setReadiness] = useState<OfflineReadiness>();
  const { attempt, failure, isBusy } = useAttempt();
  const check = async () => setReadiness(await offlineReadiness());
  return (
    <Check failure={failure} result={readiness && <ReadinessList readiness={readiness} />}>
      <Button disabled={isBusy} onClick={() => void attempt(check)}>
        Ready for offline?
      </Button>
    </Check>
  );
}

function VerifyCheck() {
  const [verified, setVerified] = useState<readonly VerifiedCollection[]>();
  const { attempt, failure, isBusy } = useAttempt();
  const { isOnline, waiting } = useConnection();
  const verify = async () => setVerified(await verifyCollections());
  return (
    <Check
      failure={failure}
      result={verified && <VerifiedList verified={verified} hasWaiting={waiting > 0} />}
      note={!isOnline && 'You’re offline. Comparing needs a connection.'}
    >
      <Button disabled={isBusy || !isOnline} onClick={() => void attempt(verify)}>
        Verify against the server
      </Button>
    </Check>
  );
}

function ExportCheck() {
  const [exported, setExported] = useState<number>();
  const { attempt, failure, isBusy } = useAttempt();

  async function save() {
    const texts = await exportUnsyncedByCollection();
    for (const { collection, text } of texts) saveFile(`${collection}.ndjson`, text, 'application/x-ndjson');
    setExported(texts.length);
  }

  return (
    <Check failure={failure} result={exported !== undefined && <p>{toExportText(exported)}</p>}>
      <Button disabled={isBusy} onClick={() => void attempt(save)}>
        Export unsynced writes
      </Button>
    </Check>
  );
}

function toExportText(files: number): string {
  if (files === 0) return 'Nothing to export: the server has everything.';
  return `${files === 1 ? '1 file was' : `${files} files were`} handed to the browser. The command line can import them.`;
}

interface CheckProps {
  readonly failure: string | undefined;
  readonly result: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function Check({ failure, result, note, children }: CheckProps) {
  return (
    <div className={styles.checksPartCheck}>
      {children}
      {note && <p className={styles.checksPartNote}>{note}</p>}
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div role="status" className={styles.checksPartResult}>
        {result}
      </div>
    </div>
  );
}
