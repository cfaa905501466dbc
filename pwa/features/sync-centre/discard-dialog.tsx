import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';

interface DiscardDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

export function DiscardDialog({ isOpen, onClose, onDiscard }: DiscardDialogProps) {
  function handleDiscard() {
    onClose();
    onDiscard();
  }

  return (
    <Dialog
      title="Discard this?"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus onClick={onClose}>
            Cancel
          </Button>
          <Button kind="danger" onClick={handleDiscard}>
            Discard
          </Button>
        </>
      }
    >
      <p>It was never taken by the server and stands nowhere else. Copy it first if you may need it.</p>
    </Dialog>
  );
}
