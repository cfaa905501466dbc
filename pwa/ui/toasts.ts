import { createContext, use } from 'react';

export interface Toast {
  readonly text: string;
  /** Where to see the result, e.g. the cart. */
  readonly link?: { readonly text: string; readonly to: string };
  /** What can be done while the toast shows, e.g. undo. Pressing it closes the toast. */
  readonly action?: { readonly text: string; readonly act: () => void };
  /** `error` interrupts a screen reader, everything else waits for a pause. */
  readonly tone?: 'calm' | 'error';
}

/** Replaces the toast that shows; `undefined` takes it down. */
export type ShowToast = (toast: Toast | undefined) => void;

export const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a passing message. Anything that must be read or acted upon must also be in the page. */
export function useToast(): ShowToast {
  return use(ToastContext);
}
