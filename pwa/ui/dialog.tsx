import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/action-icons.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called however it was closed: Esc, the cross, the ground behind it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Actions along the lower edge. */
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  /** Along the right edge, as high as the window; fills a phone. */
  readonly isDrawer?: boolean;
}

/**
 * The platform's modal dialog: it keeps the focus inside and gives it back; a sheet on phones. A child marked
 * `data-initial-focus` is focused first.
 */
export function Dialog({ title, isOpen, onClose, children, actions, isWide, isDrawer }: DialogProps) {
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
    // A late event of a dialog that was opened again in the meantime says nothing.
    if (!ref.current?.open) onClose();
  }

  function handleGroundClick(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === ref.current) ref.current.close();
  }

  return (
    // Esc is the keyboard's way out; the click on the ground is the pointer's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={classNames(styles.dialog, isWide && styles.wide, isDrawer && styles.drawer)}
      aria-labelledby={titleId}
      onClose={handleClose}
      onClick={handleGroundClick}
    >
      {isOpen && (
        <div className={styles.sheet}>
          {/* Plain boxes: a dialog may stand in the top bar, and banners stand in nothing. */}
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <IconButton label="Close" onClick={() => ref.current?.close()}>
              <CloseIcon />
            </IconButton>
          </div>
          {/* Long content is scrolled by the keys, so the scroller takes the focus. */}
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
