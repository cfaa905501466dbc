import { useRef, useState, type ChangeEvent } from 'react';
import { PICTURE_BUCKET, toFileIdOf } from '#shared/api/file-storage.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import type { QueuedFile } from '#pwa/data/files/file-queue.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './templates.module.css';

interface PictureChooserProps {
  /** The chosen picture's, or any other. */
  readonly address: string;
  /** The form that names it. */
  readonly usedBy: string;
  readonly onChosen: (address: string) => void;
}

/** Takes a picture from the device, prepares and keeps it here, and says how far it has got. */
export function PictureChooser({ address, usedBy, onChosen }: PictureChooserProps) {
  const { files } = useAppStore();
  const { isOnline } = useConnection();
  const chooser = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const id = toFileIdOf(address);
  const file = useStore(files.files)?.find((one) => one.id === id);

  async function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? [];
    if (!chosen) return;
    setNote(`${chosen.name} is being prepared…`);
    try {
      onChosen((await files.add(chosen, { bucket: PICTURE_BUCKET, usedBy })).address);
      setNote('');
    } catch (error) {
      setNote(`${chosen.name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      // The same file can be chosen again.
      currentTarget.value = '';
    }
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
        onChange={(event) => void handleChange(event)}
      />
      <p role="status">{note || (file && toProgress(file, isOnline))}</p>
      {file?.state === 'refused' && (
        <Button kind="plain" onClick={() => void files.retry(file.id)}>
          Try again
        </Button>
      )}
    </div>
  );
}

const STATE_TEXTS: Readonly<Record<QueuedFile['state'], string>> = {
  kept: 'Saved on this device',
  sending: 'Sending',
  processing: 'Sent; the shop makes its sizes',
  refused: 'Refused',
  'no-room': 'Waits: the shop’s storage is full',
  'signed-out': 'Waits until you sign in',
};

/** Without a connection nothing is on its way. */
function toProgress({ state, sentBytes, size, reason }: QueuedFile, isOnline: boolean): string {
  if (state === 'sending' && !isOnline) return STATE_TEXTS.kept;
  const percent = state === 'sending' ? ` ${Math.floor((100 * sentBytes) / size)} %` : '';
  return `${STATE_TEXTS[state]}${percent}${reason === undefined ? '' : `: ${reason}`}`;
}
