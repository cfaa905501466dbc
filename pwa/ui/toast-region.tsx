import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/action-icons.tsx';
import styles from './toast-region.module.css';
import { ToastContext, type Toast } from './toasts.ts';

export const TOAST_MS = 8000;

interface ShownToast extends Toast {
  readonly number: number;
}

/** One polite and one assertive live region, mounted from the start, and the newest toast between them. */
export function ToastRegion({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast>();
  const show = useCallback(
    (next: Toast) => setToast((last) => ({ ...next, number: (last?.number ?? 0) + 1 })),
    [],
  );
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
          {toast && !isError && <ToastText key={toast.number} toast={toast} />}
        </div>
        <div role="alert" aria-live="assertive">
          {toast && isError && <ToastText key={toast.number} toast={toast} />}
        </div>
        {toast && (
          <div className={styles.close}>
            <IconButton label="Dismiss" onClick={() => setToast(undefined)}>
              <CloseIcon />
            </IconButton>
          </div>
        )}
      </div>
    </ToastContext>
  );
}

function ToastText({ toast }: { readonly toast: Toast }) {
  return (
    <p className={styles.toast}>
      <span>{toast.text}</span>
      {toast.link && <Link to={toast.link.to}>{toast.link.text}</Link>}
    </p>
  );
}
