import type { LocalDatabase } from '../store/database.ts';

/** So many failures on a document alone, and it is parked. */
const MAX_FAILURES = 5;

/** What the first request without answer counts: it may have been the network's, so that the order of writing holds. */
const LOST_ONCE = 0.5;

/**
 * Counts a failure on one document alone; the fifth parks it, so that it holds nothing else up.
 * @param isAnswered whether the server said that it failed
 * @returns whether it counts as the document's own
 */
export async function countFailure(
  database: LocalDatabase,
  recordId: string,
  isAnswered: boolean,
): Promise<boolean> {
  const record = await database.outbox.findOne(recordId).exec();
  const counted = await record?.incrementalModify((noted) => {
    const before = Math.ceil(noted.failures ?? 0);
    const failures = before === 0 && !isAnswered ? LOST_ONCE : before + 1;
    return { ...noted, failures, isParked: failures >= MAX_FAILURES };
  });
  return (counted?.failures ?? 1) >= 1;
}

/** Gives every parked document another chance. */
export async function unparkWrites(database: LocalDatabase): Promise<void> {
  const parked = (await database.outbox.find().exec()).filter(({ isParked }) => isParked === true);
  await Promise.all(
    parked.map((record) => record.incrementalModify((noted) => ({ ...noted, failures: 0, isParked: false }))),
  );
}
