import { useEffect, useState } from 'react';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { holdUpdates } from '#pwa/data/store/unfinished-work.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { FilePicker } from './file-picker.tsx';
import {
  AT_FIRST,
  NO_FILE_CHOICES,
  suggestCollection,
  toImportSpec,
  type ImportChoices,
} from './import-choices.ts';
import { ImportPlan } from './import-plan.tsx';
import { ImportSettings } from './import-settings.tsx';
import { Step } from './step.tsx';
import type { TaskProps } from './tool.ts';
import { useUpload, type Upload } from './use-upload.ts';
import { ProgressBar, toPercent } from './progress-bar.tsx';

/** Imports a file: uploads it, shows the server's plan, and starts a job that writes the documents. */
export function ImportTask({ collections, onStarted }: TaskProps) {
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState(AT_FIRST);
  const { upload, setUsed } = useUpload(file);
  const { collection } = choices;
  const nameProblem = findCollectionNameProblem(collection);
  const choose = (some: Partial<ImportChoices>) => setChoices((all) => ({ ...all, ...some }));
  function pick(picked: File) {
    setFile(picked);
    const into = collection === '' ? suggestCollection(picked.name) : collection;
    choose({ ...NO_FILE_CHOICES, collection: into });
  }
  const id = upload.status === 'sent' ? upload.id : undefined;

  const hasFile = file !== undefined;
  useEffect(() => (hasFile ? holdUpdates() : undefined), [hasFile]);

  return (
    <>
      <Step
        title="File and collection"
        note="The file is sent to the server as it is, and read there with the rules of the command line. Nothing is written yet."
      >
        <FilePicker file={file} onPick={pick} />
        {file && <ImportUpload file={file} upload={upload} onCancel={() => setFile(undefined)} />}
        <ImportSettings
          collections={collections}
          choices={choices}
          nameProblem={nameProblem}
          onChoose={choose}
        />
      </Step>
      <Step
        title="Look, then import"
        note="The plan is a dry run: it goes through every document and writes nothing. What is the same already is not written again, so a file can be imported once more."
      >
        {file && id !== undefined && nameProblem === undefined ? (
          <ImportPlan
            key={id}
            spec={toImportSpec(file.name, id, choices)}
            choices={choices}
            onChoose={choose}
            onUse={setUsed}
            onStarted={onStarted}
          />
        ) : (
          <p>{toMissing(file, upload.status)}</p>
        )}
      </Step>
    </>
  );
}

function toMissing(file: File | undefined, status: string): string {
  if (!file) return 'Choose a file and a collection; what is found in it shows here.';
  if (status === 'sent') return 'Choose a collection; what is found in the file shows here.';
  if (status === 'failed') return 'Choose another file; what is found in it shows here.';
  return 'What is found in the file shows here once all of it is sent.';
}

interface ImportUploadProps {
  readonly file: File;
  readonly upload: Upload;
  readonly onCancel: () => void;
}

/** How much of a file has been sent, or why it can't be sent. */
function ImportUpload({ file, upload, onCancel }: ImportUploadProps) {
  const { isOnline } = useConnection();
  const cancel = <Button onClick={onCancel}>Cancel</Button>;
  if (upload.status === 'failed') {
    return (
      <Notice tone="error" role="alert">
        {upload.reason}
      </Notice>
    );
  }
  if (upload.status === 'cut' || (upload.status === 'sending' && !isOnline)) {
    const arrived =
      upload.bytes > 0 ? `${toPercent(upload.bytes, file.size)} of it have arrived and are kept. ` : '';
    return (
      <Notice
        tone="pending"
        role="status"
        actions={
          <>
            {upload.status === 'cut' && <Button onClick={upload.resume}>Try again</Button>}
            {cancel}
          </>
        }
      >
        {file.name} can’t be sent now: the server can’t be reached. {arrived}It goes on by itself as soon as
        there is a connection.
      </Notice>
    );
  }
  if (upload.status !== 'sending') return null;
  return (
    <>
      <ProgressBar
        label={`Sending ${file.name}`}
        text={`${toPercent(upload.bytes, file.size)} of ${formatBytes(file.size)}`}
        share={upload.bytes / Math.max(file.size, 1)}
      />
      {cancel}
    </>
  );
}
