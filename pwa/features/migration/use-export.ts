import { useEffect, useRef, useState } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { exportCollection, type ExportFormat } from '#pwa/data/migration/export-collection.ts';
import { openExportFile, type ExportFile } from './export-file.ts';
import { toReason } from '../to-reason.ts';

export type ExportState =
  | { readonly step: 'ready' }
  | { readonly step: 'reading'; readonly documents: number; readonly bytes: number }
  | { readonly step: 'saved'; readonly file: string; readonly documents: number; readonly bytes: number }
  | { readonly step: 'failed'; readonly reason: string };

const TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
};

export interface Export {
  readonly state: ExportState;
  readonly save: (collection: string, format: ExportFormat) => void;
  readonly stop: () => void;
}

/** Exports a collection to a file. Leaving the screen cancels the export, and no file is made. */
export function useExport(): Export {
  const app = useAppStore();
  const [state, setState] = useState<ExportState>({ step: 'ready' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function save(collection: string, format: ExportFormat) {
    const file = await openExportFile(`${collection}.${format}`, TYPES[format]);
    if (!file) return;
    const abort = new AbortController();
    running.current = abort;
    setState({ step: 'reading', documents: 0, bytes: 0 });
    try {
      let [documents, bytes] = [0, 0];
      for await (const chunk of exportCollection(app, collection, format, abort.signal)) {
        await writeOrFail(file, file.write(chunk.bytes));
        documents += chunk.documents;
        bytes += chunk.bytes.length;
        setState({ step: 'reading', documents, bytes });
      }
      await writeOrFail(file, file.close());
      setState({ step: 'saved', file: file.name, documents, bytes });
    } catch (error) {
      await file.discard().catch(() => undefined);
      setState(abort.signal.aborted ? { step: 'ready' } : { step: 'failed', reason: toText(error) });
    }
  }

  return {
    state,
    save: (collection, format) => void save(collection, format),
    stop: () => running.current?.abort(),
  };
}

async function writeOrFail(file: ExportFile, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    const message = `${file.name} can’t be written, so no file was made: is there room where it goes? Nothing is lost; export again.`;
    throw new AppError('data-loss', message, { cause });
  }
}

/** The error of an interrupted response says how far the export got. */
function toText(error: unknown): string {
  return error instanceof AppError && error.code === 'unavailable' ? error.message : toReason(error);
}
