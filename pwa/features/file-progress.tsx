import { toFileIdOf } from '#shared/api/file-storage.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import type { QueuedFile } from '#pwa/data/files/file-queue.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';

/** How far a file that was added on this device has got; nothing once it is stored. */
export function FileProgress({ address }: { readonly address: string }) {
  const { files } = useAppStore();
  const { isOnline } = useConnection();
  const id = toFileIdOf(address);
  const waiting = useStore(files.files);
  const file = id === undefined ? undefined : waiting?.find((one) => one.id === id);
  if (!file) return null;
  return (
    <>
      <p role="status">{toFileText(file, isOnline)}</p>
      {file.state === 'refused' && (
        <Button kind="plain" onClick={() => void files.retry(file.id)}>
          Try again
        </Button>
      )}
    </>
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

/** Without a connection nothing is on its way, whatever was tried last. */
function toFileText({ state, sentBytes, size, reason }: QueuedFile, isOnline: boolean): string {
  if (!isOnline && (state === 'kept' || state === 'sending'))
    return `${STATE_TEXTS.kept}; it is sent when there is a connection`;
  const percent = state === 'sending' ? ` ${Math.floor((100 * sentBytes) / size)} %` : '';
  return `${STATE_TEXTS[state]}${percent}${reason === undefined ? '' : `: ${reason}`}`;
}
