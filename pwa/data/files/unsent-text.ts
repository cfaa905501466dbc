import type { AppStore } from '../app-store.ts';
import { openFormDatabase } from '../forms/form-database.ts';
import { listRecords } from '../sync/outbox.ts';

/**
 * Everything on this device that names files and was not sent: forms, waiting writes and rejected changes, as one text.
 * @throws when some of it can't be read
 */
export async function readUnsent({ localStore }: AppStore): Promise<string> {
  const { database } = await localStore.whenOpen();
  const readRejected = async () =>
    (await database.rejectedChanges.find().exec()).map((change) => change.toJSON());
  // In the order that content takes: what is on its way from one to the next is in one of them.
  const found: unknown[] = [];
  for (const read of [readRejected, readForms, () => listRecords(database), readRejected])
    found.push(await read());
  return JSON.stringify(found);
}

async function readForms(): Promise<unknown> {
  const forms = await openFormDatabase({ onChange() {}, onClose() {} });
  try {
    return await forms.readAll();
  } finally {
    forms.close();
  }
}
