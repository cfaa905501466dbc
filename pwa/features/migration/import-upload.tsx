import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { formatBytes } from '#pwa/ui/content/format-bytes.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { ProgressBar, toPercent } from './progress-bar.tsx';
import type { Upload } from './use-upload.ts';

interface ImportUploadProps {
  readonly file: File;
  readonly upload: Upload;
  readonly onCancel: () => void;
}

/** How much of a file has been sent, or why it can't be sent. */
export function ImportUpload({ file, upload, onCancel }: ImportUploadProps) {
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
