import { useState } from 'react';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { createPlanHash } from '#shared/migration/plan-hash.ts';
import type { FileReport } from '#pwa/data/migration/check-file.ts';
import type { ImportSource } from '#pwa/data/migration/send-import.ts';
import { useHoldUpdates } from '#pwa/data/use-hold-updates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { FilePicker } from './file-picker.tsx';
import { FileReportView } from './file-report.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportSettings, type ImportChoices } from './import-settings.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Step } from './step.tsx';
import type { TaskProps } from './tool.ts';
import { useFileCheck } from './use-file-check.ts';
import { useImportRun } from './use-import-run.ts';

const AT_FIRST: ImportChoices = { collection: '', idField: '', mode: 'upsert', onConflict: 'overwrite' };

/** Documents of a file into a collection. */
export function ImportTask({ collections, jobs, onStarted, onChange }: TaskProps) {
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState(AT_FIRST);
  const [isLeavingOut, setIsLeavingOut] = useState(false);
  const { collection, idField } = choices;
  const nameProblem = findCollectionNameProblem(collection);
  const check = useFileCheck(file, nameProblem ? '' : collection, idField);
  const report = check.status === 'checked' ? check.report : undefined;
  const isFit = report !== undefined && report.documents > 0 && (report.problemCount === 0 || isLeavingOut);
  const source = file && isFit ? toSource(file, choices, report) : undefined;
  const run = useImportRun(source, {
    onEnd: onStarted,
    onBreak: onChange,
  });

  useHoldUpdates(run.step === 'sending');

  if (run.step === 'sending') {
    return (
      <Step
        title={`Import of ${file?.name}`}
        note="Stay on this page until all of it is sent. What has been sent is written, and can be undone."
      >
        <ProgressBar label={`Sending into ${collection}`} done={run.done} total={report?.documents} />
        <Button onClick={run.stop}>Stop</Button>
      </Step>
    );
  }
  return (
    <>
      <Step
        title="File and collection"
        note="The file is read and checked on this device, with the rules of the command line. Nothing is written yet."
      >
        <FilePicker file={file} onPick={setFile} />
        <ImportSettings
          collections={collections}
          choices={choices}
          nameProblem={nameProblem}
          onChoose={(some) => setChoices({ ...choices, ...some })}
        />
      </Step>
      <Step
        title="Look, then import"
        note="What is the same already is not written again, so an import that broke off can simply be done once more."
      >
        {check.status === 'none' && <p>Choose a file and a collection; what is found in it shows here.</p>}
        {check.status === 'reading' && (
          <ProgressBar label={`Reading ${file?.name}`} done={check.documents} total={undefined} />
        )}
        {check.status === 'failed' && (
          <Notice tone="error" role="alert">
            The file can’t be read any more: it was moved or changed since. Choose it again.
          </Notice>
        )}
        {report && file && (
          <>
            <FileReportView
              report={report}
              fileName={file.name}
              isLeavingOut={isLeavingOut}
              onLeaveOut={setIsLeavingOut}
            />
            <ImportActions
              run={run}
              isFit={isFit}
              documents={report.documents}
              begun={jobs.find(({ state, spec }) => {
                if (state !== 'receiving' || spec.kind !== 'import') return false;
                return spec.collection === collection && spec.fingerprint === source?.spec.fingerprint;
              })}
            />
          </>
        )}
      </Step>
    </>
  );
}

function toSource(
  file: File,
  { collection, idField, mode, onConflict }: ImportChoices,
  report: FileReport,
): ImportSource {
  // Where nothing is written over, what is there already is left.
  const choice = mode === 'insert' ? 'skip' : onConflict;
  const hash = createPlanHash();
  for (const part of [report.fingerprint, mode, choice, idField]) hash.add(part);
  const facts = { label: file.name, fingerprint: hash.digest() };
  const spec = { kind: 'import', collection, mode, onConflict: choice, ...facts } as const;
  return { file, spec, idField };
}
