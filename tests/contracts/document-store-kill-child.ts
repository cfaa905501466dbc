import { writeSync } from 'node:fs';
import { push } from '#server/core/push.ts';
import { stampNow } from '#server/core/stamp.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { enquiryContent } from '../support/samples.ts';

/** Pushes until killed, four at a time, and prints each acknowledged writeId. */
const [, , file = ''] = process.argv;
const store = createSqliteStore(openDatabase(file));

async function pushFor(device: string): Promise<never> {
  for (let count = 0; ; count++) {
    const rows = [0, 1].map((place) => ({
      collection: 'contacts',
      newDocumentState: {
        FBUID: `${device}-${count}-${place}`,
        writeId: `${device}.${count}.${place}`,
        ...enquiryContent(),
      },
    }));
    const stamp = stampNow(systemClock, { ...ANONYMOUS, fid: device });
    const { verdicts } = await push(store, rows, stamp);
    for (const { writeId, verdict } of verdicts) {
      if (verdict === 'accepted') writeSync(1, `${writeId}\n`);
    }
  }
}

await Promise.all(['ada', 'ben', 'cal', 'dee'].map(pushFor));
