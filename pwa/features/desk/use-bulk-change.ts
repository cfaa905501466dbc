import { useEffect, useState } from 'react';
import type { PlannedChange } from '#shared/domain/bulk-change.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import {
  forgetBulkRecord,
  makeBulkChange,
  readBulkRecord,
  UNDO_MS,
  undoBulkChange,
  type BulkOutcome,
  type BulkRecord,
} from '#pwa/data/queries/bulk-change.ts';

/** The change of many products that is being made or undone, and the last one made. */
export interface BulkState {
  /** Absent while nothing runs. */
  readonly progress?: { readonly isUndo: boolean; readonly tried: number; readonly total: number };
  /** How the last run on this page ended. */
  readonly outcome?: BulkOutcome & { readonly isUndo: boolean };
  /** The last change, as long as it can be undone. */
  readonly record?: BulkRecord;
  make(planned: readonly PlannedChange[]): Promise<void>;
  undo(record: BulkRecord): Promise<void>;
  /** Takes the outcome and the offer to undo down. */
  dismiss(): void;
}

export function useBulkChange(): BulkState {
  const app = useAppStore();
  const [record, setRecord] = useState(() => readBulkRecord(app, Date.now()));
  const [progress, setProgress] = useState<BulkState['progress']>();
  const [outcome, setOutcome] = useState<BulkState['outcome']>();

  useEffect(() => {
    if (!record) return undefined;
    const timer = setTimeout(() => setRecord(undefined), record.at + UNDO_MS - Date.now());
    return () => clearTimeout(timer);
  }, [record]);

  async function run(
    isUndo: boolean,
    total: number,
    work: (onProgress: (tried: number) => void) => Promise<BulkOutcome>,
  ) {
    setOutcome(undefined);
    setProgress({ isUndo, tried: 0, total });
    const ended = await work((tried) => setProgress({ isUndo, tried, total }));
    setProgress(undefined);
    setOutcome({ ...ended, isUndo });
    setRecord(readBulkRecord(app, Date.now()));
  }

  return {
    ...(progress ? { progress } : {}),
    ...(outcome ? { outcome } : {}),
    ...(record ? { record } : {}),
    make: (planned) =>
      run(false, planned.length, (onProgress) => makeBulkChange(app, planned, () => Date.now(), onProgress)),
    undo: (made) => run(true, made.made.length, (onProgress) => undoBulkChange(app, made, onProgress)),
    dismiss() {
      setOutcome(undefined);
      setRecord(undefined);
      forgetBulkRecord(app);
    },
  };
}
