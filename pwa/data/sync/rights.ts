import type { AppStore } from '../app-store.ts';
import type { Rights } from './open-collections.ts';

type Entitled = Pick<AppStore, 'session' | 'accessMemory'>;

/** This page's rights, as far as it knows. */
export function readRights({ session, accessMemory }: Entitled): Rights {
  return {
    isStaff: session.read()?.isStaff ?? false,
    hasAccessCode: accessMemory.token() !== undefined,
  };
}

/** Resolves when this page's rights change or `ended` is aborted. A stream's rights are fixed when it is opened. */
export function whenRightsChange(app: Entitled, ended: AbortSignal): Promise<void> {
  const { session, accessMemory } = app;
  const { isStaff } = readRights(app);
  // A new token with the same rights still needs a new stream.
  const token = accessMemory.token();
  return new Promise((resolve) => {
    const end = () => {
      for (const unsubscribe of subscriptions) unsubscribe();
      resolve();
    };
    const check = () => {
      if (readRights(app).isStaff !== isStaff || accessMemory.token() !== token) end();
    };
    const subscriptions = [session.subscribe(check), accessMemory.subscribe(check)];
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
  });
}
