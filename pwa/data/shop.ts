import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { COLLECTION_NAMES, type CollectionName } from '#shared/collections/catalogue.ts';
import { rulesOf } from '#shared/access/decide-access.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { currentBagId } from './bag-id.ts';
import { openDatabase, type ShopDatabase } from './database.ts';
import { createCallHeaders } from './device-client.ts';
import { readIdentity } from './identity/identity.ts';
import { writeDocument, type Change } from './local-writes.ts';
import { logNotice } from './log.ts';
import { mirrorBag } from './mirror-bag.ts';
import { pageClient, pageClientOptions } from './page-client.ts';
import { cartMirror, connection, storage } from './platform.ts';
import { saveBag } from './save-bag.ts';
import { checkSentinel } from './sentinel.ts';
import { readSession, refreshSession } from './session-state.ts';
import { forgetRemoval } from './store-care.ts';
import { followConnection, shareConnection } from './sync/connection-channel.ts';
import { joinLeadership } from './sync/leadership.ts';
import { createMaySend } from './sync/may-send.ts';
import { onPageWake } from './sync/page-wakes.ts';
import { pushWrites } from './sync/push-writes.ts';
import { startSyncEngine, type SyncEngine } from './sync/sync-engine.ts';
import { askForSync, hearWakes } from './sync/wake-channel.ts';

/** The open local store with everything that writes to it and keeps it in step with the server. */
export interface Shop {
  readonly database: ShopDatabase;
  /** Id of this identity's bag. */
  readonly bagId: string;
  /** @throws AppError `invalid-argument` with the field's path; then nothing was written */
  write<Name extends CollectionName>(collection: Name, id: string, change: Change<Name>): Promise<void>;
  /** Tries the server at once, in whichever tab replicates. */
  wakeNow(): void;
  /** Pushes what waits, whoever replicates. @throws AppError when something was not answered */
  push(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the store of whoever is signed in here and joins the other tabs; exactly one of them replicates. */
export async function openShop(): Promise<Shop> {
  const clock = systemClock;
  const identity = readIdentity(storage);
  const bagId = currentBagId();
  forgetRemoval(storage, identity.databaseName);
  const database = await openDatabase({
    name: identity.databaseName,
    // The browser's own default tells of a write before it is on disk; what was shown as saved must outlive a power cut.
    storage: getRxStorageDexie({ chromeTransactionDurability: 'strict' }),
    isShared: true,
  });
  const hasLostData = await checkSentinel(database, storage, clock.now());
  const write: Shop['write'] = (collection, id, change) =>
    writeDocument({ database, clock }, collection, id, change);

  let engine: SyncEngine | undefined;
  const leave = joinLeadership({
    locks: navigator.locks,
    storage,
    isVisible: () => document.visibilityState === 'visible',
    async lead(ended) {
      engine = startEngine(database, bagId);
      connection.setLeading(true);
      const unshare = shareConnection(connection);
      await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
      unshare();
      await engine.stop();
      engine = undefined;
    },
  });
  const wake = () => engine?.wakeNow();
  const wakeNow = () => (engine ? engine.wakeNow() : askForSync());
  const ends = [
    followConnection(connection, () => engine !== undefined),
    hearWakes(wake),
    onPageWake({ window, document }, wakeNow),
  ];
  const mirroring = mirrorBag({
    database,
    mirror: cartMirror,
    bagId,
    hasLostData,
    isAccount: identity.accountId !== undefined,
    restore: (items) => write('checkouts', bagId, () => ({ checkoutItems: [...items] })),
  });
  // A change made just before the last page went, or in a tab that was killed, is newer than the bag's document.
  saveBag({ bagId, write }, cartMirror).catch((error: unknown) =>
    logNotice('The bag could not be saved yet.', error),
  );

  return {
    database,
    bagId,
    write,
    wakeNow,
    push: () =>
      engine
        ? engine.pushNow()
        : pushWrites({ database, client: pageClient(), clock, onPushed: () => askForSync() }),
    async close() {
      mirroring.unsubscribe();
      for (const end of ends) end();
      await leave();
      await database.close();
    },
  };
}

function startEngine(database: ShopDatabase, bagId: string): SyncEngine {
  const headers = createCallHeaders(pageClientOptions());
  const isStaff = readSession()?.isStaff ?? false;
  return startSyncEngine({
    database,
    client: pageClient(),
    fetch: (input, init) => fetch(input, init),
    headers: () => headers('GET'),
    collections: COLLECTION_NAMES.filter((name) => rulesOf(name).gate === undefined),
    connection,
    clock: systemClock,
    random: Math.random,
    maySend: createMaySend({ isStaff, bagId }),
    // A session may have run out meanwhile: then this store is closed, and nothing goes out under another identity.
    onHello: () => void refreshSession(),
    onFailure: logNotice,
  });
}
