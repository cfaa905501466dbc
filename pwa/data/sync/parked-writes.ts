import type { LocalDatabase } from '../store/database.ts';

/** A document is parked after this many failures of its own. */
const MAX_FAILURES = 5;

/** Weight of a first request without a response: the network may be to blame, so the document keeps its turn. */
const NO_RESPONSE_WEIGHT = 0.5;

/**
 * Counts a failed push of one document alone; the fifth parks it, so that it doesn't block others.
 * @param hasResponse whether the server reported the failure
 * @returns whether the failure counts as the document's own
 */
export async function countFailure(
  database: LocalDatabase,
  recordId: string,
  hasResponse: boolean,
): Promise<boolean> {
  const record = await database.outbox.findOne(recordId).exec();
  const counted = await record?.incrementalModify((noted) => {
    const before = Math.ceil(noted.failures ?? 0);
    const failures = before === 0 && !hasResponse ? NO_RESPONSE_WEIGHT : before + 1;
    return { ...noted, failures, isParked: failures >= MAX_FAILURES };
  });
  return (counted?.failures ?? 1) >= 1;
}

/** Puts every parked document back into the queue. */
export async function unparkWrites(database: LocalDatabase): Promise<void> {
  const parked = (await database.outbox.find().exec()).filter(({ isParked }) => isParked === true);
  await Promise.all(
    parked.map((record) => record.incrementalModify((noted) => ({ ...noted, failures: 0, isParked: false }))),
  );
}
