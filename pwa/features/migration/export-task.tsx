import { useEffect, useRef, useState } from 'react';
import { exportCollection, type ExportFormat } from '#pwa/data/migration/export-collection.ts';
import { useConnection } from '#pwa/data/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { saveBlob } from '#pwa/ui/save-file.ts';
import type { ChoiceText } from './choice-texts.ts';
import { CollectionPicker } from './collection-picker.tsx';
import { countOf } from './count-of.ts';
import { ExplainedChoices } from './explained-choices.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Step } from './step.tsx';
import { toReason } from './to-reason.ts';
import type { TaskProps } from './tool.ts';

const FORMATS: readonly ChoiceText<ExportFormat>[] = [
  { value: 'ndjson', name: 'NDJSON', note: 'A document a line; the one to choose for large collections.' },
  { value: 'json', name: 'JSON', note: 'One array with all documents.' },
];

type State =
  | { readonly step: 'ready' }
  | { readonly step: 'reading'; readonly documents: number }
  | { readonly step: 'saved'; readonly file: string; readonly documents: number; readonly bytes: number }
  | { readonly step: 'failed'; readonly reason: string };

/** A collection as a file. */
export function ExportTask({ collections, choices: { source }, onChoose }: TaskProps) {
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const [state, setState] = useState<State>({ step: 'ready' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { isOnline } = useConnection();
  const total = collections.find(({ name }) => name === source)?.documents;

  async function save() {
    const abort = new AbortController();
    running.current = abort;
    let documents = 0;
    const onProgress = (count: number) => {
      documents = count;
      setState({ step: 'reading', documents });
    };
    onProgress(0);
    try {
      const blob = await exportCollection(source, format, { signal: abort.signal, onProgress });
      const file = `${source}.${format}`;
      saveBlob(file, blob);
      setState({ step: 'saved', file, documents, bytes: blob.size });
    } catch (error) {
      setState(abort.signal.aborted ? { step: 'ready' } : { step: 'failed', reason: toReason(error) });
    }
  }

  return (
    <>
      <Step
        title="Which collection"
        note="Documents come ordered by id. Export again without a change in between, and the file is the same, byte by byte."
      >
        <CollectionPicker
          label="Collection"
          collections={collections}
          chosen={source}
          onChoose={(name) => onChoose({ source: name, names: {} })}
        />
        <ExplainedChoices legend="As" options={FORMATS} chosen={format} onChoose={setFormat} />
      </Step>
      <Step
        title="Save"
        note="Nothing changes on the server. The file can be imported again, here or from the command line."
      >
        {state.step === 'reading' ? (
          <>
            <ProgressBar label={`Reading ${source}`} done={state.documents} total={total} />
            <Button onClick={() => running.current?.abort()}>Stop</Button>
          </>
        ) : (
          <>
            <Button kind="primary" disabled={source === '' || !isOnline} onClick={() => void save()}>
              Export
            </Button>
            {!isOnline && <p>The documents come from the server, as soon as there is a connection.</p>}
          </>
        )}
        <div role="status">
          {state.step === 'saved' && (
            <Notice tone="confirmed">
              {state.file} is saved: {countOf(state.documents, 'document')}, {formatBytes(state.bytes)}.
            </Notice>
          )}
          {state.step === 'failed' && <Notice tone="error">{state.reason}</Notice>}
        </div>
      </Step>
    </>
  );
}
