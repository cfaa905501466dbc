import type { AppStore } from '../app-store.ts';
import type { Rights } from './open-collections.ts';

type Entitled = Pick<AppStore, 'session' | 'accessMemory'>;

/** What this page may see, as far as it knows. */
export function readRights({ session, accessMemory }: Entitled): Rights {
  return {
    isStaff: session.read()?.isStaff ?? false,
    hasAccessCode: accessMemory.token() !== undefined,
  };
}

/** What an identity may see and write is settled when a stream is opened: other rights need another one. */
export function whenRightsChange(app: Entitled, ended: AbortSignal): Promise<void> {
  const { session, accessMemory } = app;
  const { isStaff } = readRights(app);
  // The server tells another token from this one, though both open the same.
  const token = accessMemory.token();
  return new Promise((resolve) => {
    const end = () => {
      for (const unsubscribe of subscriptions) unsubscribe();
      resolve();
    };
    const look = () => {
      if (readRights(app).isStaff !== isStaff || accessMemory.token() !== token) end();
    };
    const subscriptions = [session.subscribe(look), accessMemory.subscribe(look)];
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
  });
}
