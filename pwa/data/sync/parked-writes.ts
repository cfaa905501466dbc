import type { LocalDatabase } from '../store/database.ts';

/** A document is parked after this many failures of its own. */
const MAX_FAILURES = 5;

/** Counts a server error at a push of one document alone; the fifth parks it, so that it doesn't block others. */
export async function countFailure(database: LocalDatabase, recordId: string): Promise<void> {
  const record = await database.outbox.findOne(recordId).exec();
  await record?.incrementalModify((noted) => {
    const failures = (noted.failures ?? 0) + 1;
    return { ...noted, failures, isParked: failures >= MAX_FAILURES };
  });
}

/** Puts every parked document back into the queue, as the last one: another failure parks it again. */
export async function unparkWrites(database: LocalDatabase): Promise<void> {
  const parked = (await database.outbox.find().exec()).filter(({ isParked }) => isParked === true);
  const failures = MAX_FAILURES - 1;
  await Promise.all(
    parked.map((record) => record.incrementalModify((noted) => ({ ...noted, failures, isParked: false }))),
  );
}
