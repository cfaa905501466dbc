import type { LocalDatabase } from '../store/database.ts';
import { listRecords } from './outbox.ts';
import { changeOnDisk } from './on-disk.ts';

/** A document is parked after this many failures of its own. */
const MAX_FAILURES = 5;

/** Counts a server error at a push of one document alone; the fifth parks it, so that it doesn't block others. */
export async function countFailure(database: LocalDatabase, recordId: string): Promise<void> {
  await changeOnDisk(database.outbox, recordId, (noted) => {
    const failures = (noted.failures ?? 0) + 1;
    return { ...noted, failures, isParked: failures >= MAX_FAILURES };
  });
}

/** Puts every parked document back into the queue, as the last one: another failure parks it again. */
export async function unparkWrites(database: LocalDatabase): Promise<void> {
  const parked = (await listRecords(database)).filter(({ isParked }) => isParked === true);
  const failures = MAX_FAILURES - 1;
  await Promise.all(
    parked.map(({ id }) =>
      changeOnDisk(database.outbox, id, (noted) => ({ ...noted, failures, isParked: false })),
    ),
  );
}
