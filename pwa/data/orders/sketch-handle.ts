import { systemClock } from '#shared/kernel/clock.ts';
import { createStore } from '#pwa/create-store.ts';
import { untilSaved } from '../store/unfinished-work.ts';
import { requestPersistenceOnce } from '../store/storage-care.ts';
import { withRoom } from '../store/storage-room.ts';
import { watchedStorage } from '../store/watched-storage.ts';
import { openSketchDatabase, type SketchParts } from './sketch-store.ts';

/** Rises with the layout of what is in it. */
const DATABASE_NAME = 'nankeen_sketches';

let opening: Promise<SketchParts> | undefined;

/** The store of sketches; the first call opens it. */
export function whenSketches(): Promise<SketchParts> {
  const present = opening ?? open();
  opening = present;
  present.catch(() => {
    if (opening === present) opening = undefined;
  });
  return present;
}

/** Changes whenever it has to be opened anew. */
export const sketchGeneration = createStore(0);

/** Does something to the sketches; until it is done no new version of the app takes over. */
export function changeSketches<Result>(change: (parts: SketchParts) => Promise<Result>): Promise<Result> {
  // One after the other: of two changes of a sketch the later one stays.
  const changed = changing.then(async () => {
    const parts = await whenSketches();
    const result = await withRoom(() => change(parts));
    void requestPersistenceOnce();
    return result;
  });
  changing = changed.catch(() => undefined);
  return untilSaved(() => changed);
}

let changing: Promise<unknown> = Promise.resolve();

async function open(): Promise<SketchParts> {
  const letGo = () => {
    opening = undefined;
    sketchGeneration.set(sketchGeneration.read() + 1);
  };
  const storage = watchedStorage({ onLost: letGo, onSuperseded: letGo });
  return { database: await openSketchDatabase(DATABASE_NAME, storage), clock: systemClock };
}
