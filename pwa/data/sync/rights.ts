import { accessMemory } from '../platform.ts';
import { session } from '../session/session-state.ts';
import type { Rights } from './open-collections.ts';

/** What this page may see, as far as it knows. */
export function readRights(): Rights {
  return {
    isStaff: session.read()?.isStaff ?? false,
    hasAccessCode: accessMemory.token() !== undefined,
  };
}

/** What an identity may see and write is settled when a stream is opened: other rights need another one. */
export function whenRightsChange(ended: AbortSignal): Promise<void> {
  const { isStaff } = readRights();
  // The server tells another token from this one, though both open the same.
  const token = accessMemory.token();
  return new Promise((resolve) => {
    const end = () => {
      for (const unsubscribe of subscriptions) unsubscribe();
      resolve();
    };
    const look = () => {
      if (readRights().isStaff !== isStaff || accessMemory.token() !== token) end();
    };
    const subscriptions = [session.subscribe(look), accessMemory.subscribe(look)];
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
  });
}
