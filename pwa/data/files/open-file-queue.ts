import { toFileAddress } from '#shared/api/file-storage.ts';
import type { AppStore } from '../app-store.ts';
import { logNotice } from '../log.ts';
import { readIdentity } from '../session/identity.ts';
import { requestPersistenceOnce } from '../store/persistence.ts';
import { createFileDatabase, type FileRecord } from './file-database.ts';
import { countFiles, findAwaited } from './awaited-files.ts';
import { FILES_WAIT_KEY, type FileList, type OpenFileQueue, type QueuedFile } from './file-queue.ts';
import { startFileSender, type FileSender } from './file-sender.ts';
import { copyOwnPicture, dropOwnPicture, repairOwnPictures } from './own-pictures.ts';
import { prepareFile } from './prepare-file.ts';
import { createStorageClient, type StorageClientOptions } from './storage-client.ts';
import { StorageError } from './storage-error.ts';
import { isDue } from './stored-files.ts';
import { readUnsent } from './unsent-text.ts';

const MAX_FILES = 200;
const MAX_BYTES = 200 * 1_048_576;

export interface FileQueueParts {
  readonly prepare: typeof prepareFile;
  readonly timing: StorageClientOptions;
  readonly readUnsent: typeof readUnsent;
}

/** Opens this device's queue. @param files shows it */
export async function openFileQueue(
  app: AppStore,
  files: FileList,
  parts: FileQueueParts = { prepare: prepareFile, timing: {}, readUnsent },
): Promise<OpenFileQueue> {
  const { prepare, timing } = parts;
  const database = createFileDatabase(show);
  let records: readonly FileRecord[] = [];
  let sender: FileSender | undefined;
  let showing: Promise<void> = Promise.resolve();

  const currentAccount = () => readIdentity(app.storage).accountId;
  const isOwn = ({ accountId }: FileRecord) => accountId === undefined || accountId === currentAccount();

  /** In the order of the changes. */
  function show(): Promise<void> {
    showing = showing
      .then(async () => {
        records = await database.readAll();
        files.set(records.filter(isShown));
        if (records.length === 0) app.storage.removeItem(FILES_WAIT_KEY);
        else app.storage.setItem(FILES_WAIT_KEY, '1');
      })
      .catch(failed);
    return showing;
  }

  /** Wakes the replicating tab: to send files, and to push documents that waited for them. */
  function wake(): Promise<void> {
    return app.localStore.whenOpen().then((store) => store.wakeNow(), failed);
  }

  async function keep(record: FileRecord, bytes: ArrayBuffer): Promise<void> {
    app.storage.setItem(FILES_WAIT_KEY, '1');
    await app.quota.withQuota(() => database.add(record, bytes));
    await copyOwnPicture(record, bytes).catch(failed);
    void wake();
  }

  async function removeAll(records: readonly FileRecord[]): Promise<void> {
    await database.remove(records.map(({ id }) => id));
    const client = createStorageClient(app, timing);
    for (const record of records) {
      await dropOwnPicture(record, false);
      // One that can't be removed now ends by itself after seven days.
      if (record.uploadUrl !== undefined)
        client.removeUpload(record.bucket, record.uploadUrl).catch(() => undefined);
    }
    void wake();
  }

  const find = async (isWanted: (record: FileRecord) => boolean) =>
    (await database.readAll()).filter(isWanted);

  await show();
  return {
    files,
    async add(file, { bucket, usedBy }) {
      checkRoom(await database.readAll(), 0);
      const { id, type, bytes } = await prepare(file, bucket);
      const others = await database.readAll();
      checkRoom(others, bytes.byteLength);
      // Files are in the order they were added, also those of the same millisecond.
      const newest = Date.parse(others.at(-1)?.addedAt ?? '') || 0;
      const record: FileRecord = {
        id,
        bucket,
        name: file.name,
        type,
        size: bytes.byteLength,
        sentBytes: 0,
        state: 'kept',
        usedBy: usedBy === undefined ? [] : [usedBy],
        isAwaited: true,
        accountId: currentAccount(),
        addedAt: new Date(Math.max(Date.now(), newest + 1)).toISOString(),
        attempts: 0,
      };
      await keep(record, bytes);
      void requestPersistenceOnce();
      return { id, address: toFileAddress(bucket, id) };
    },
    async retry(id) {
      const [record] = await find((one) => one.id === id);
      if (!record) return;
      // What was sent of a refused file is of no use.
      const fresh = record.state === 'refused' ? { uploadUrl: undefined, sentBytes: 0 } : {};
      await database.change(id, { ...fresh, state: 'kept', reason: undefined, attempts: 0 });
      await wake();
    },
    remove: async (id) => removeAll(await find((one) => one.id === id)),
    async use(content, usedBy) {
      const text = JSON.stringify(content);
      for (const record of await find(({ id }) => text.includes(id)))
        await database.change(record.id, { usedBy: [...new Set([...record.usedBy, usedBy])] });
    },
    async drop(form, others) {
      const text = JSON.stringify(others);
      const isUnused = ({ id, usedBy }: FileRecord) => usedBy.join() === form && !text.includes(id);
      const unused = await find((record) => isOwn(record) && isUnused(record));
      const contents = await Promise.all(unused.map(({ id }) => database.readBytes(id)));
      await removeAll(unused);
      return async () => {
        for (const [index, record] of unused.entries()) {
          const bytes = contents[index];
          if (bytes) await keep({ ...record, state: 'kept', uploadUrl: undefined, sentBytes: 0 }, bytes);
        }
      };
    },
    async publishNow(content) {
      const text = JSON.stringify(content);
      for (const { id } of await find((one) => text.includes(one.id)))
        await database.change(id, { isAwaited: false });
      await wake();
    },
    discard: async (accountId) => removeAll(await find((one) => one.accountId === accountId)),
    count: async (accountId) => countFiles(files.read() ?? [], accountId),
    holdsBack({ collectionName, base, trail }) {
      const newest = trail.at(-1);
      const isNew = collectionName === 'products' && base === null && newest?.deleted === false;
      const missing = records.filter((record) => isShown(record) || isDue(record, Date.now()));
      return isNew && findAwaited(missing, newest.data).length > 0;
    },
    async send(ended) {
      // The page may have stopped replicating while the queue was opened.
      if (ended.aborted) return;
      if (sender) return sender.wakeNow();
      sender = startFileSender({
        app,
        database,
        ended,
        accountId: currentAccount(),
        onStored: wake,
        timing,
        readUnsent: () => parts.readUnsent(app),
      });
      ended.addEventListener('abort', () => (sender = undefined), { once: true });
      // Only those that this account may see.
      const own = await find(isOwn);
      await repairOwnPictures(own, database.readBytes).catch(failed);
    },
  };
}

function isShown(record: FileRecord): record is FileRecord & QueuedFile {
  return record.state !== 'stored';
}

/** @throws StorageError `quota-exceeded` */
function checkRoom(records: readonly FileRecord[], bytes: number): void {
  const waiting = records.filter(isShown);
  const waitingBytes = waiting.reduce((sum, { size }) => sum + size, bytes);
  if (waiting.length < MAX_FILES && waitingBytes <= MAX_BYTES) return;
  throw new StorageError('quota-exceeded', {
    message: `This device keeps at most ${MAX_FILES} files and 200 MB until they are sent. Connect, wait until some are sent, and choose the file again.`,
  });
}

function failed(error: unknown): void {
  logNotice('The files that wait could not be read or sent.', error);
}
