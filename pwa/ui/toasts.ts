import { createContext, use } from 'react';

export interface Toast {
  readonly text: string;
  /** Where to look at it, e.g. the cart. */
  readonly link?: { readonly text: string; readonly to: string };
  /** What can be done about it while it shows, e.g. taking it back. Pressing it ends the toast. */
  readonly action?: { readonly text: string; readonly act: () => void };
  /** `error` interrupts a screen reader, everything else waits for a pause. */
  readonly tone?: 'calm' | 'error';
}

export type ShowToast = (toast: Toast) => void;

export const ToastContext = createContext<ShowToast>(() => undefined);

/** Says something in passing. What must be read or acted upon also stands in the page. */
export function useToast(): ShowToast {
  return use(ToastContext);
}
