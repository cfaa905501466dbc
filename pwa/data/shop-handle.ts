import type { Shop } from './shop.ts';

let opening: Promise<Shop> | undefined;
let generation = 0;
const listeners = new Set<() => void>();

/** The open local store. The first call opens it; database and replication are loaded only then. */
export function whenShop(): Promise<Shop> {
  // A store that was just being closed, or whose backing had a bad moment, opens at the second attempt.
  const present = opening ?? open().catch(() => open());
  opening = present;
  present.catch(() => {
    if (opening === present) opening = undefined;
  });
  return present;
}

/** Changes whenever another store is opened. */
export function shopGeneration(): number {
  return generation;
}

export function subscribeShop(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let replacing: Promise<void> = Promise.resolve();

/** Closes the open store and opens the one that is right after a change; one replacement at a time. */
export function replaceShop(change: () => void = () => undefined): Promise<void> {
  replacing = replacing
    .catch(() => undefined)
    .then(async () => {
      const old = opening;
      opening = (async () => {
        // Whoever asks for the store meanwhile waits for the new one.
        await (await old?.catch(() => undefined))?.close();
        change();
        return open();
      })();
      generation += 1;
      for (const listener of listeners) listener();
      await opening;
    });
  return replacing;
}

async function open(): Promise<Shop> {
  const module = await import('./shop.ts');
  return module.openShop();
}
