import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The words on the button that does it. */
  readonly action: string;
  /** Whether it takes something away for good. */
  readonly isDanger?: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** Asks before something is done that can't be taken back. Starts on Cancel. */
export function ConfirmDialog({
  title,
  action,
  isDanger,
  isOpen,
  onClose,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  function handleConfirm() {
    onClose();
    onConfirm();
  }

  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button data-initial-focus onClick={onClose}>
            Cancel
          </Button>
          <Button kind={isDanger ? 'danger' : 'primary'} onClick={handleConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
