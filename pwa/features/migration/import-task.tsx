import { useState } from 'react';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { products } from '#shared/collections/products.ts';
import { useHoldUpdates } from '#pwa/data/use-hold-updates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { FilePicker } from './file-picker.tsx';
import { FileReportView } from './file-report.tsx';
import { ImportActions } from './import-actions.tsx';
import { AT_FIRST, suggestCollection, toSource, toTarget, type ImportChoices } from './import-choices.ts';
import { ImportSettings } from './import-settings.tsx';
import { ProductSettings } from './product-settings.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Step } from './step.tsx';
import type { TaskProps } from './tool.ts';
import { useFileCheck } from './use-file-check.ts';
import { useImportRun } from './use-import-run.ts';

/** Documents of a file into a collection. */
export function ImportTask({ collections, jobs, onStarted, onChange }: TaskProps) {
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState(AT_FIRST);
  const [isLeavingOut, setIsLeavingOut] = useState(false);
  const { collection } = choices;
  const nameProblem = findCollectionNameProblem(collection);
  const { check, format } = useFileCheck(file, nameProblem ? undefined : toTarget(choices));
  const choose = (some: Partial<ImportChoices>) => setChoices({ ...choices, ...some });
  function pick(picked: File) {
    setFile(picked);
    if (collection === '') choose({ collection: suggestCollection(picked.name) });
  }
  const isOfProducts = format === 'Shopify product CSV' || format === 'Product CSV';
  const isMisplaced = isOfProducts && collection !== products.name;
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
        <FilePicker file={file} onPick={pick} />
        <ImportSettings
          collections={collections}
          choices={choices}
          nameProblem={nameProblem}
          onChoose={choose}
        />
      </Step>
      <Step
        title="Look, then import"
        note="What is the same already is not written again, so an import that broke off can simply be done once more."
      >
        {check.status === 'none' && <p>Choose a file and a collection; what is found in it shows here.</p>}
        {isOfProducts && !isMisplaced && (
          <ProductSettings format={format} choices={choices} onChoose={choose} />
        )}
        {check.status === 'reading' && (
          <ProgressBar
            label={`Reading ${file?.name}`}
            done={check.documents}
            total={undefined}
            share={check.share}
          />
        )}
        {check.status === 'failed' && (
          <Notice tone="error" role="alert">
            {check.reason}
          </Notice>
        )}
        {report && isMisplaced && (
          <Notice
            tone="pending"
            role="status"
            actions={
              <Button onClick={() => choose({ collection: products.name })}>
                Import into {products.name}
              </Button>
            }
          >
            This is a product export of Shopify. It goes into the collection {products.name}.
          </Notice>
        )}
        {report && file && !isMisplaced && (
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
