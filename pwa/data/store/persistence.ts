/** How much storage the app uses, and whether the browser may evict it. */
export interface StorageFacts {
  /** Bytes; 0 when the browser doesn't say. */
  readonly usage: number;
  /** Bytes; 0 when the browser doesn't say. */
  readonly quota: number;
  readonly isPersisted: boolean;
}

type Manager = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** Asks the browser not to evict this app's data. @returns whether it agreed */
export async function requestPersistence(manager: Manager = navigator.storage ?? {}): Promise<boolean> {
  if (await manager.persisted?.()) return true;
  return (await manager.persist?.().catch(() => false)) ?? false;
}

let hasAsked = false;

/** Asks at most once per page, after the first write: some browsers show a prompt. */
export async function requestPersistenceOnce(manager?: Manager): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  await requestPersistence(manager).catch(() => false);
}

export async function storageFacts(manager: Manager = navigator.storage ?? {}): Promise<StorageFacts> {
  const [estimate, isPersisted] = await Promise.all([manager.estimate?.(), manager.persisted?.()]);
  return { usage: estimate?.usage ?? 0, quota: estimate?.quota ?? 0, isPersisted: isPersisted ?? false };
}
