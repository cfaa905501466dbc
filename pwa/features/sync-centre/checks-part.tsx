import { useState, type ReactNode } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { exportUnsyncedByCollection } from '#pwa/data/sync/export-unsynced.ts';
import { offlineReadiness, type OfflineReadiness } from '#pwa/data/sync/offline-readiness.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { type VerifiedCollection, verifyCollections } from '#pwa/data/sync/verify.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { ConfirmedIcon, ReviewIcon } from '#pwa/ui/icons/state-icons.tsx';
import { findCollection } from '#shared/collections/catalogue.ts';
import styles from './sync-centre.module.css';
import { Part } from './part.tsx';
import { useAttempt } from '../use-attempt.ts';

/** Three checks to run before relying on this device. */
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
  const app = useAppStore();
  const [readiness, setReadiness] = useState<OfflineReadiness>();
  const { attempt, failure, isBusy } = useAttempt();
  const check = async () => setReadiness(await offlineReadiness(app));
  return (
    <Check failure={failure} result={readiness && <ReadinessList readiness={readiness} />}>
      <Button disabled={isBusy} onClick={() => void attempt(check)}>
        Ready for offline?
      </Button>
    </Check>
  );
}

function VerifyCheck() {
  const app = useAppStore();
  const [verified, setVerified] = useState<readonly VerifiedCollection[]>();
  const { attempt, failure, isBusy } = useAttempt();
  const { isOnline, hasNetwork, waiting } = useConnection();
  const verify = async () => setVerified(await verifyCollections(app));
  return (
    <Check
      failure={failure}
      result={verified && <VerifiedList verified={verified} hasWaiting={waiting > 0} />}
      note={!isOnline && `${toOutage(hasNetwork)} Comparing needs a connection.`}
    >
      <Button disabled={isBusy || !isOnline} onClick={() => void attempt(verify)}>
        Verify against the server
      </Button>
    </Check>
  );
}

function ExportCheck() {
  const app = useAppStore();
  const [exported, setExported] = useState<number>();
  const { attempt, failure, isBusy } = useAttempt();

  async function save() {
    const texts = await exportUnsyncedByCollection(app);
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

/** The conditions for working offline, and whether each is met. */
function ReadinessList({ readiness }: { readonly readiness: OfflineReadiness }) {
  const { isReady, isShellCached, isControlled, isPulled } = readiness;
  const points = [
    { name: 'The app itself is on this device', isMet: isShellCached },
    { name: 'Pages open from this device', isMet: isControlled },
    { name: 'Products and your documents are on this device', isMet: isPulled },
  ];
  return (
    <>
      <p>
        {isReady
          ? 'Ready. Everything opens without a connection.'
          : 'Not yet. Stay connected a little longer.'}
      </p>
      <ul className={styles.checksPartList}>
        {points.map(({ name, isMet }) => (
          <li key={name} className={styles.checksPartRow}>
            <span className={styles.checksPartName}>{name}</span>
            <span className={isMet ? styles.checksPartGood : styles.checksPartBad}>
              {isMet ? <ConfirmedIcon size="small" /> : <ReviewIcon size="small" />}
            </span>
            <span className={styles.checksPartState}>{isMet ? 'Yes' : 'Not yet'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface VerifiedListProps {
  readonly verified: readonly VerifiedCollection[];
  readonly hasWaiting: boolean;
}

/** Whether this device and the server hold the same documents, per collection. */
function VerifiedList({ verified, hasWaiting }: VerifiedListProps) {
  const isAllSame = verified.every(({ isSame }) => isSame);
  return (
    <>
      <p>{toVerdict(isAllSame, hasWaiting)}</p>
      <ul className={styles.checksPartList}>
        {verified.map(({ collection, isSame, local, server }) => (
          <li key={collection} className={styles.checksPartRow}>
            <span className={styles.checksPartName}>{findCollection(collection)?.label ?? collection}</span>
            {local.count === server.count ? local.count : `${local.count} here, ${server.count} there`}
            <span className={isSame ? styles.checksPartGood : styles.checksPartBad}>
              {isSame ? <ConfirmedIcon size="small" /> : <ReviewIcon size="small" />}
            </span>
            <span className={styles.checksPartState}>{isSame ? 'Same' : 'Different'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function toVerdict(isAllSame: boolean, hasWaiting: boolean): string {
  if (isAllSame) return 'This device holds exactly what the server has for you.';
  return hasWaiting
    ? 'There are differences: some changes are not sent yet.'
    : 'There are differences. Try again in a minute.';
}
