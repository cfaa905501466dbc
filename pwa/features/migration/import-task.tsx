import { useState } from 'react';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { useConnection } from '#pwa/data/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { CONFLICT_TEXTS, MODE_TEXTS, type ChoiceText } from './choice-texts.ts';
import styles from './collections-step.module.css';
import { countOf } from './count-of.ts';
import { ExplainedChoices } from './explained-choices.tsx';
import { FilePicker } from './file-picker.tsx';
import { FileReportView } from './file-report.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Step } from './step.tsx';
import { TargetField } from './target-field.tsx';
import type { TaskProps } from './tool.ts';
import { useFileCheck } from './use-file-check.ts';
import { useSending } from './use-sending.ts';

type ImportMode = ImportJobSpec['mode'];

const IMPORT_MODES = MODE_TEXTS.filter(
  (text): text is ChoiceText<ImportMode> => text.value !== 'replace-all',
);

/** Documents of a file into a collection. */
export function ImportTask({ collections, jobs, onStarted }: TaskProps) {
  const [file, setFile] = useState<File>();
  const [collection, setCollection] = useState('');
  const [idField, setIdField] = useState('');
  const [mode, setMode] = useState<ImportMode>('upsert');
  const [onConflict, setOnConflict] = useState<ImportJobSpec['onConflict']>('overwrite');
  const [isLeavingOut, setIsLeavingOut] = useState(false);
  const { isOnline } = useConnection();
  const nameProblem = findCollectionNameProblem(collection);
  const check = useFileCheck(file, nameProblem ? '' : collection, idField);
  const { sent, failure, send, stop } = useSending(onStarted);

  const report = check.status === 'checked' ? check.report : undefined;
  const canSend =
    report !== undefined && report.documents > 0 && (report.problemCount === 0 || isLeavingOut) && isOnline;
  const begun = jobs.find(
    ({ state, spec }) =>
      state === 'receiving' &&
      spec.kind === 'import' &&
      spec.collection === collection &&
      spec.label === file?.name,
  );
  const start = (isGoingOn: boolean) => {
    if (!file) return;
    const conflict = mode === 'insert' ? 'skip' : onConflict;
    const spec = { kind: 'import', collection, mode, onConflict: conflict, label: file.name } as const;
    send(file, spec, idField, isGoingOn ? begun : undefined);
  };

  if (sent !== undefined && file) {
    return (
      <Step
        title={`Import of ${file.name}`}
        note="Stay on this page until all of it is sent. What has been sent is written, and can be undone."
      >
        <ProgressBar label={`Sending into ${collection}`} done={sent} total={report?.documents} />
        <Button onClick={stop}>Stop</Button>
      </Step>
    );
  }
  return (
    <>
      <Step
        title="File and collection"
        note="The file is read and checked on this device, with the rules of the command line. Nothing is sent yet."
      >
        <FilePicker file={file} onPick={setFile} />
        <div className={styles.pair}>
          <TargetField
            label="Into"
            collections={collections}
            value={collection}
            error={collection === '' ? undefined : nameProblem}
            onChange={setCollection}
          />
          <Field
            label="Field with the id"
            isOptional
            hint="Such as sku or _id.$oid; otherwise FBUID, then id."
          >
            {(control) => (
              <TextInput
                {...control}
                className={styles.control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={idField}
                onChange={({ currentTarget }) => setIdField(currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <ExplainedChoices legend="How it writes" options={IMPORT_MODES} chosen={mode} onChoose={setMode} />
        {mode !== 'insert' && (
          <ExplainedChoices
            legend="Where the collection has the document with other content"
            options={CONFLICT_TEXTS}
            chosen={onConflict}
            onChoose={setOnConflict}
          />
        )}
      </Step>
      <Step
        title="Look, then import"
        note="Documents that are the same already are not written again, so an import that broke off can simply be done once more."
      >
        {check.status === 'none' && <p>Choose a file and a collection; what is found in it shows here.</p>}
        {check.status === 'reading' && (
          <ProgressBar label={`Reading ${file?.name ?? ''}`} done={check.documents} total={undefined} />
        )}
        {check.status === 'failed' && (
          <Notice tone="error" role="alert">
            The file can’t be read any more: it was moved or changed since. Choose it again.
          </Notice>
        )}
        {report && (
          <FileReportView
            report={report}
            fileName={file?.name ?? 'import'}
            isLeavingOut={isLeavingOut}
            onLeaveOut={setIsLeavingOut}
          />
        )}
        {begun && (
          <Notice
            tone="pending"
            actions={
              <Button disabled={!canSend} onClick={() => start(true)}>
                Go on with it
              </Button>
            }
          >
            An import of {file?.name} stopped after {countOf(begun.position, 'document')}.
          </Notice>
        )}
        <Button kind="primary" disabled={!canSend} onClick={() => start(false)}>
          {report ? `Import ${countOf(report.documents, 'document')}` : 'Import'}
        </Button>
        {failure !== undefined && (
          <Notice tone="error" role="alert">
            {failure} What was sent until then is written; import the file again to go on.
          </Notice>
        )}
      </Step>
    </>
  );
}
