import { createRxDatabase, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb/plugins/core';
import { EMPTY_SKETCH, type SketchContent } from '#shared/domain/order-sketch.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { revisionSchema, sketchSchema, type RevisionRecord, type Sketch } from './sketch-record.ts';

/** What is kept of purchase orders on this device alone, whoever is signed in: it never leaves it. */
export type SketchDatabase = RxDatabase<{
  sketches: RxCollection<Sketch>;
  revisions: RxCollection<RevisionRecord>;
}>;

export async function openSketchDatabase(
  name: string,
  storage: RxStorage<unknown, unknown>,
): Promise<SketchDatabase> {
  const database: SketchDatabase = await createRxDatabase({
    name,
    storage,
    multiInstance: true,
    eventReduce: true,
    closeDuplicates: true,
    // As in the stores of the identities: every tab may tidy up.
    cleanupPolicy: { waitForLeadership: false },
  });
  await database.addCollections({
    sketches: { schema: sketchSchema },
    revisions: { schema: revisionSchema },
  });
  return database;
}

export interface SketchParts {
  readonly database: SketchDatabase;
  readonly clock: Clock;
}

/**
 * Keeps what is chosen now; the first time makes the sketch.
 * @param changedAt when it was chosen, in epoch milliseconds; it may be kept a while later
 */
export async function keepSketch(
  { database, clock }: SketchParts,
  id: string,
  content: SketchContent,
  changedAt: number = clock.now(),
): Promise<void> {
  const kept = await database.sketches.findOne(id).exec();
  const createdAt = kept?.createdAt ?? isoNow(clock);
  const { role, engineeringNeeds, missionType, lines } = content;
  const chosen = { role, engineeringNeeds, missionType, lines: [...lines] };
  await database.sketches.incrementalUpsert({ id, createdAt, changedAt, ...chosen });
}

/** Another sketch of the same, to be changed into another order. @returns its id */
export async function copySketch(parts: SketchParts, content: SketchContent): Promise<string> {
  const id = createId();
  await keepSketch(parts, id, { ...EMPTY_SKETCH, ...content });
  return id;
}

/** Takes a sketch off this device. @returns what puts it back */
export async function dropSketch({ database }: SketchParts, id: string): Promise<() => Promise<void>> {
  const kept = await database.sketches.findOne(id).exec();
  if (!kept) return async () => undefined;
  const sketch = kept.toMutableJSON();
  await kept.incrementalRemove();
  return async () => void (await database.sketches.incrementalUpsert(sketch));
}

/** Remembers which version of an order a write is. */
export async function keepRevision(
  { database }: Pick<SketchParts, 'database'>,
  record: RevisionRecord,
): Promise<void> {
  await database.revisions.incrementalUpsert({ ...record });
}
