import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/action-icons.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called on every way of closing: Esc, the close button, a click on the backdrop. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons along the lower edge. */
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  /** Full height at the right edge; full screen on phones. */
  readonly isDrawer?: boolean;
  /** Over the whole screen. */
  readonly isFull?: boolean;
}

/**
 * The platform's modal dialog: traps the focus and restores it on closing; a sheet on phones. A child marked
 * `data-initial-focus` gets the initial focus.
 */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, actions, isWide, isDrawer, isFull } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return undefined;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    return () => dialog.close();
  }, [isOpen]);

  function handleClose() {
    // Ignores a late close event if the dialog has been reopened since.
    if (!ref.current?.open) onClose();
  }

  function handleBackdropClick(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === ref.current) ref.current.close();
  }

  return (
    // Keyboard users close it with Esc; the backdrop click is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={classNames(
        styles.dialog,
        isWide && styles.wide,
        isDrawer && styles.drawer,
        isFull && styles.full,
      )}
      aria-labelledby={titleId}
      onClose={handleClose}
      onClick={handleBackdropClick}
    >
      {isOpen && (
        <div className={styles.sheet}>
          {/* No `header` element: a dialog can be inside the top bar, and banner landmarks must not nest. */}
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <IconButton label="Close" onClick={() => ref.current?.close()}>
              <CloseIcon />
            </IconButton>
          </div>
          {/* Focusable, so that keys can scroll long content. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={styles.body} role="region" aria-labelledby={titleId} tabIndex={0}>
            {children}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
