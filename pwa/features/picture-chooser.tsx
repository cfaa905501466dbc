import { useRef, useState } from 'react';
import type { Bucket } from '#shared/api/file-storage.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { FileProgress } from './file-progress.tsx';
import styles from './picture-chooser.module.css';
import { useFormDraft } from './use-document-form.ts';

interface PictureChooserProps {
  readonly bucket: Bucket;
  /** The chosen picture's, or any other. */
  readonly address: string;
  readonly onChosen: (address: string) => void;
}

/** Takes a picture from the device, prepares and keeps it here, and says how far it has got. */
export function PictureChooser({ bucket, address, onChosen }: PictureChooserProps) {
  const { files } = useAppStore();
  const { key: usedBy, awaitFiles } = useFormDraft();
  const chooser = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState('');

  async function add(chosen: File) {
    setRefusal('');
    setNote(`${chosen.name} is being prepared…`);
    try {
      onChosen((await files.add(chosen, { bucket, usedBy })).address);
    } catch (error) {
      setRefusal(`${chosen.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    setNote('');
  }

  return (
    <div className={styles.actions}>
      <Button onClick={() => chooser.current?.click()}>Choose a picture</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/*"
        aria-label="Choose a picture"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) awaitFiles(add(chosen));
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <p role="status">{note}</p>
      {refusal !== '' && (
        <Notice
          tone="error"
          role="alert"
          actions={
            <Button kind="plain" onClick={() => setRefusal('')}>
              Dismiss
            </Button>
          }
        >
          {refusal}
        </Notice>
      )}
      <FileProgress address={address} />
    </div>
  );
}
