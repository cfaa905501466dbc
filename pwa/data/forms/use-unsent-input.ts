import { useEffect, useState } from 'react';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';
import type { UnsentInput } from './form-store.ts';

/** What was kept of a form before this page; `undefined` until that is known, null for nothing. */
export function useUnsentInput(key: string): UnsentInput | null | undefined {
  const { forms } = useAppStore();
  const [found, setFound] = useState<{ readonly key: string; readonly input: UnsentInput | undefined }>();
  useEffect(() => {
    let isShown = true;
    void forms.ready.then(() => isShown && setFound({ key, input: forms.read(key) }));
    return () => void (isShown = false);
  }, [forms, key]);
  return found?.key === key ? (found.input ?? null) : undefined;
}

/** Whether what earlier pages kept of the forms can be read. */
export function useFormsLoaded(): boolean {
  const { forms } = useAppStore();
  return useStore({ ...forms.all, read: () => forms.all.read() !== undefined }, () => false);
}
