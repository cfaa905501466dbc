import { useState } from 'react';
import type { ExportFormat } from '#pwa/data/migration/export-collection.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { ChoiceText } from './choice-texts.ts';
import { CollectionPicker } from './collection-picker.tsx';
import { countOf } from './count-of.ts';
import { ExplainedChoices } from './explained-choices.tsx';
import { DocumentProgress } from './progress-bar.tsx';
import { Step } from './step.tsx';
import type { TaskProps } from './tool.ts';
import { useExport } from './use-export.ts';

const FORMATS: readonly ChoiceText<ExportFormat>[] = [
  { value: 'ndjson', name: 'NDJSON', note: 'A document a line; the one to choose for large collections.' },
  { value: 'json', name: 'JSON', note: 'One array with all documents.' },
];

/** Saves a collection as a file. */
export function ExportTask({ collections, choices: { source }, onChoose }: TaskProps) {
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const { state, save, stop } = useExport();
  const { isOnline } = useConnection();
  const total = collections.find(({ name }) => name === source)?.documents;

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
            <DocumentProgress
              label={`Writing ${source} · ${formatBytes(state.bytes)}`}
              done={state.documents}
              total={total}
            />
            <Button onClick={stop}>Stop</Button>
          </>
        ) : (
          <>
            <Button kind="primary" disabled={source === '' || !isOnline} onClick={() => save(source, format)}>
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
