import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '../app-store.ts';
import { LEFT_WORK_KEY } from '../session/identity.ts';
import { useSession } from '../session/use-session.ts';
import type { StoreError } from './store-provider.ts';

/** Epoch milliseconds when the app noticed that the browser had evicted local data; `undefined` when it hasn't. */
export function useDataLoss(): number | undefined {
  return useStore(useAppStore().dataLoss, () => undefined);
}

/** Whether this device has no space left. What is stored can still be read. */
export function useIsDeviceFull(): boolean {
  return useStore(useAppStore().quota.isFull, () => false);
}

/** Whether the browser's storage does not respond, so that nothing can be saved. */
export function useIsStorageSilent(): boolean {
  return useStore(useAppStore().storageWatch.isSilent, () => false);
}

/** Whether something waits for an account whose session has ended, while nobody is signed in. */
export function useHasLeftWork(): boolean {
  const { storage, localStore } = useAppStore();
  // It is noted before the store of the device opens.
  useStore(localStore.generation);
  return useSession().status === 'signed-out' && storage.getItem(LEFT_WORK_KEY) !== null;
}

/** Why this page can't use its local store, if it can't. */
export function useStoreError(): StoreError | undefined {
  return useStore(useAppStore().localStore.error, () => undefined);
}
