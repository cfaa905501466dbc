import { writeSync } from 'node:fs';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { createCoreServer, DATA_ENDPOINT } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';

/** Pushes without end, four at a time, and says each acknowledged writeId on standard output, until it is killed. */
const [, , file = ''] = process.argv;
const server = createCoreServer(createSqliteStore(openDatabase(file)));

async function pushFor(device: string): Promise<never> {
  for (let count = 0; ; count++) {
    const rows = [0, 1].map((place) => ({
      newDocumentState: {
        FBUID: `${device}-${count}-${place}`,
        writeId: `${device}.${count}.${place}`,
        ...enquiryContent(),
      },
    }));
    const path = `/${DATA_ENDPOINT}/contacts/push`;
    const response = await server.request(path, { as: { device }, method: 'POST', json: { rows } });
    const { verdicts } = (await response.json()) as { verdicts: { writeId: string; verdict: string }[] };
    for (const { writeId, verdict } of verdicts) {
      if (verdict === 'accepted') writeSync(1, `${writeId}\n`);
    }
  }
}

await Promise.all(['ada', 'ben', 'cal', 'dee'].map(pushFor));
