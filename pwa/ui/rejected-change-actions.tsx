import { useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toPlainText } from './content/plain-text.ts';
import { saveFile } from './save-file.ts';
import { useToast } from './toasts.ts';

interface RejectedChangeActionsProps {
  readonly content: Readonly<Record<string, unknown>>;
  /** Name of the exported file without its extension, e.g. `contacts-b7`. */
  readonly fileName: string;
  readonly onDiscard: () => void;
}

/** What can be done with rejected content besides sending it again: copy, export or discard it. */
export function RejectedChangeActions({ content, fileName, onDiscard }: RejectedChangeActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const showToast = useToast();

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(toPlainText(content));
      showToast({ text: 'Copied.' });
    } catch {
      showToast({ text: 'The browser did not allow copying. Export it instead.', tone: 'error' });
    }
  }

  return (
    <>
      <Button onClick={() => void handleCopy()}>Copy</Button>
      <Button onClick={() => saveFile(`${fileName}.json`, JSON.stringify([content], undefined, 2))}>
        Export
      </Button>
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        title="Discard this?"
        action="Discard"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={onDiscard}
      >
        <p>
          The server never took it and it stands nowhere else. Copy or export it first if you may need it.
        </p>
      </ConfirmDialog>
    </>
  );
}
