import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** Label of the confirming button. */
  readonly action: string;
  /** Whether the action deletes something for good. */
  readonly isDanger?: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation of an action that can't be undone. Cancel has the initial focus. */
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
