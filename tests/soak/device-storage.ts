import type { EventBulk, RxStorage, RxStorageChangeEvent, RxStorageInstance } from 'rxdb/plugins/core';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { Observable } from 'rxjs';

/** The disk of one device: shared by its tabs and outliving each of them. */
export interface DeviceStorage {
  /** The same disk under another name, because RxDB allows one open database per name and storage in a realm. */
  openFor(tab: number): TabStorage;
}

export interface TabStorage {
  readonly storage: RxStorage<unknown, unknown>;
  /** The tab dies before its next but `writes` write; `undefined` for never. */
  dieAfter(writes: number | undefined): void;
  /**
   * Other tabs' news of their writes is late, as from a busy tab, or never comes, as from one that died.
   * @returns a function that delivers what has come by then
   */
  missNews(): () => void;
}

type News = EventBulk<RxStorageChangeEvent<unknown>, unknown>;

export class TabDied extends Error {}

/** @param onStored called with each stored state, before the next write */
export function createDeviceStorage(
  onStored: (collection: string, document: unknown) => void = () => undefined,
): DeviceStorage {
  const disk = { ...getRxStorageMemory(), collectionStates: new Map() };
  return {
    openFor(tab) {
      let writesLeft: number | undefined;
      let isWriting = false;
      let late: (() => void)[] | undefined;
      /** What other tabs wrote may come late. */
      const withLateNews = (news: Observable<News>) =>
        new Observable<News>((listener) =>
          news.subscribe((one) => {
            if (late && !isWriting) late.push(() => listener.next(one));
            else listener.next(one);
          }),
        );
      const burn = () => {
        if (writesLeft === undefined) return;
        if (writesLeft === 0) throw new TabDied('The tab has died.');
        writesLeft -= 1;
      };
      const storage = {
        ...disk,
        name: `memory-of-tab-${tab}`,
        async createStorageInstance(params: Parameters<typeof disk.createStorageInstance>[0]) {
          const instance = (await disk.createStorageInstance(params)) as unknown as RxStorageInstance<
            unknown,
            unknown,
            unknown
          >;
          const bulkWrite = instance.bulkWrite.bind(instance);
          instance.bulkWrite = async (rows, context) => {
            burn();
            isWriting = true;
            const writing = bulkWrite(rows, context);
            isWriting = false;
            const result = await writing;
            const failed = new Set(result.error.map(({ documentId }) => documentId));
            for (const { document } of rows) {
              const id = Reflect.get(document, instance.schema.primaryKey as string);
              if (!failed.has(id as string)) onStored(params.collectionName, document);
            }
            return result;
          };
          const changeStream = instance.changeStream.bind(instance);
          instance.changeStream = () => withLateNews(changeStream());
          return instance;
        },
      };
      return {
        storage: storage as unknown as RxStorage<unknown, unknown>,
        dieAfter: (writes) => void (writesLeft = writes),
        missNews() {
          const missed: (() => void)[] = [];
          late = missed;
          return () => {
            late = undefined;
            for (const deliver of missed) deliver();
          };
        },
      };
    },
  };
}
