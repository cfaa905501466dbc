import type { ShopDatabase } from '../database.ts';

/** So many failures on a document alone, and it is parked. */
const MAX_FAILURES = 5;

/** Counts a failure of the server on one document alone; the fifth parks it, so that it holds nothing else up. */
export async function countFailure(database: ShopDatabase, recordId: string): Promise<void> {
  const record = await database.outbox.findOne(recordId).exec();
  await record?.incrementalModify((noted) => {
    const failures = (noted.failures ?? 0) + 1;
    return { ...noted, failures, isParked: failures >= MAX_FAILURES };
  });
}

/** Gives every parked document another chance. */
export async function unparkWrites(database: ShopDatabase): Promise<void> {
  const parked = (await database.outbox.find().exec()).filter(({ isParked }) => isParked === true);
  await Promise.all(
    parked.map((record) => record.incrementalModify((noted) => ({ ...noted, failures: 0, isParked: false }))),
  );
}
