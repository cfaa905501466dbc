import { useEffect, useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import {
  forgetBulkRecord,
  readBulkRecord,
  UNDO_MS,
  undoBulkChange,
  type BulkOutcome,
} from '#pwa/data/queries/bulk-change.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { BulkProgress, toNames } from './bulk-progress.tsx';

/** Offers to undo the last change of many products, for ten minutes, also after a reload. */
export function BulkUndo() {
  const app = useAppStore();
  const [record, setRecord] = useState(() => readBulkRecord(app, Date.now()));
  const [tried, setTried] = useState<number>();
  const [outcome, setOutcome] = useState<BulkOutcome>();

  useEffect(() => {
    if (!record) return undefined;
    const timer = setTimeout(() => setRecord(undefined), record.at + UNDO_MS - Date.now());
    return () => clearTimeout(timer);
  }, [record]);

  if (outcome) return <Undone outcome={outcome} onClose={() => setOutcome(undefined)} />;
  if (!record) return null;
  const { made } = record;
  const count = made.length === 1 ? '1 product' : `${made.length} products`;
  const isDeletion = made.every(({ after }) => after === undefined);

  async function handleUndo(current: NonNullable<typeof record>) {
    setTried(0);
    const undone = await undoBulkChange(app, current, setTried);
    setTried(undefined);
    setRecord(readBulkRecord(app, Date.now()));
    setOutcome(undone);
  }

  if (tried !== undefined) return <BulkProgress label="Undoing" tried={tried} total={made.length} />;
  return (
    <Notice
      tone="confirmed"
      role="status"
      actions={
        <>
          <Button onClick={() => void handleUndo(record)}>Undo</Button>
          <Button
            kind="plain"
            onClick={() => {
              forgetBulkRecord(app);
              setRecord(undefined);
            }}
          >
            Dismiss
          </Button>
        </>
      }
    >
      {count} {isDeletion ? 'deleted' : 'changed'} at {formatInstant(record.at)}. You can undo it for ten
      minutes.
    </Notice>
  );
}

function Undone({ outcome, onClose }: { readonly outcome: BulkOutcome; readonly onClose: () => void }) {
  const { done, changedSince, failed } = outcome;
  return (
    <Notice
      tone={failed.length > 0 ? 'error' : 'confirmed'}
      role="status"
      actions={
        <Button kind="plain" onClick={onClose}>
          Dismiss
        </Button>
      }
    >
      {done.length === 1 ? '1 product is' : `${done.length} products are`} as before.{' '}
      {changedSince.length > 0 && `Changed since, and left alone: ${toNames(changedSince)}. `}
      {failed.length > 0 && `Not undone, try again with a connection: ${toNames(failed)}.`}
    </Notice>
  );
}
