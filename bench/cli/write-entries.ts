import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { printCost } from './print-cost.ts';

/** As many as there are in a body of an import, with small documents. */
const IN_ONE_COMMIT = 2000;
const ID_START = '{"FBUID":"'.length;

const [file = '', folder = ''] = process.argv.slice(2);
const store = createSqliteStore(openDatabase(join(folder, 'entries.sqlite')));

await printCost(async () => {
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length;) {
    const texts: { id: string; writeId: string; json: Uint8Array }[] = [];
    while (at < bytes.length && texts.length < IN_ONE_COMMIT) {
      const end = bytes.indexOf('\n', at);
      const id = bytes.toString('utf8', at + ID_START, bytes.indexOf('"', at + ID_START));
      texts.push({ id, writeId: createId(), json: bytes.subarray(at, end) });
      at = end + 1;
    }
    await store.commit({ documents: [], writeIds: [] }, ({ sequence }) => ({
      history: [],
      documents: [],
      verdicts: [],
      rejections: [],
      evictions: [],
      created: {
        collection: 'records',
        first: sequence + 1,
        owner: undefined,
        audience: 'staff',
        at: isoNow(systemClock),
        updatedBy: 'admin',
        device: undefined,
        texts,
      },
      result: undefined,
    }));
  }
});
await store.close();
