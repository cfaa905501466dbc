import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link } from './link.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/action-icons.tsx';
import { ReviewIcon } from './icons/state-icons.tsx';
import { HydratedButton } from './hydrated-button.tsx';
import styles from './toast-region.module.css';
import { ToastContext, type Toast } from './toasts.ts';

export const TOAST_MS = 8000;

interface ShownToast extends Toast {
  readonly number: number;
}

/** One polite and one assertive live region, always mounted. The newest toast is in one of them. */
export function ToastRegion({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast>();
  const show = useCallback(
    (next: Toast | undefined) => setToast((last) => next && { ...next, number: (last?.number ?? 0) + 1 }),
    [],
  );
  const hide = () => setToast(undefined);
  const isError = toast?.tone === 'error';

  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(() => setToast(undefined), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.region} data-screen-only>
        <div role="status" aria-live="polite">
          {toast && !isError && <ToastText key={toast.number} toast={toast} onDone={hide} />}
        </div>
        <div role="alert" aria-live="assertive">
          {toast && isError && <ToastText key={toast.number} toast={toast} onDone={hide} />}
        </div>
        {toast && (
          <div className={styles.close}>
            <IconButton label="Dismiss" onClick={hide}>
              <CloseIcon />
            </IconButton>
          </div>
        )}
      </div>
    </ToastContext>
  );
}

function ToastText({ toast, onDone }: { readonly toast: Toast; readonly onDone: () => void }) {
  const { text, link, action } = toast;
  const isError = toast.tone === 'error';

  function handleAct() {
    // Closes first: the action may show the next toast.
    onDone();
    action?.act();
  }

  return (
    <p className={classNames(styles.toast, isError && styles.error)}>
      {isError && (
        <span className={styles.mark}>
          <ReviewIcon size="small" />
        </span>
      )}
      <span className={styles.text}>{text}</span>
      {link && <Link to={link.to}>{link.text}</Link>}
      {action && (
        <HydratedButton className={styles.action} onClick={handleAct}>
          {action.text}
        </HydratedButton>
      )}
    </p>
  );
}
