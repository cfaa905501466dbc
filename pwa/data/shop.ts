import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { COLLECTION_NAMES, type CollectionName } from '#shared/collections/catalogue.ts';
import { rulesOf } from '#shared/access/decide-access.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { openDatabase, type ShopDatabase } from './database.ts';
import { createCallHeaders, createDeviceClient } from './device-client.ts';
import { writeDocument, type Change } from './local-writes.ts';
import { logNotice } from './log.ts';
import { cartMirror, connection, installation, storage, timedFetch } from './platform.ts';
import { readSession, subscribeSession } from './session.ts';
import { readShopConfig } from './shop-config.ts';
import { followConnection, shareConnection } from './sync/connection-channel.ts';
import { joinLeadership } from './sync/leadership.ts';
import { startSyncEngine, type SyncEngine } from './sync/sync-engine.ts';

/** The open local store with everything that writes to it and keeps it in step with the server. */
export interface Shop {
  readonly database: ShopDatabase;
  /** @throws AppError `invalid-argument` with the field's path; then nothing was written */
  write<Name extends CollectionName>(collection: Name, id: string, change: Change<Name>): Promise<void>;
  /** Tries the server at once. */
  wakeNow(): void;
}

/** Opens this device's store and joins the other tabs; exactly one of them replicates. */
export async function openShop(): Promise<Shop> {
  const database = await openDatabase({ name: 'nankeen', storage: getRxStorageDexie(), isShared: true });
  const clock = systemClock;
  let engine: SyncEngine | undefined;

  const start = () => {
    const options = {
      fetch: timedFetch,
      origin: '',
      dataEndpoint: readShopConfig().dataEndpoint || DEFAULT_DATA_ENDPOINT,
      installation,
      cookies: () => document.cookie,
    };
    const headers = createCallHeaders(options);
    return startSyncEngine({
      database,
      client: createDeviceClient(options),
      fetch: (input, init) => fetch(input, init),
      headers: () => headers('GET'),
      collections: COLLECTION_NAMES.filter((name) => rulesOf(name).gate === undefined),
      connection,
      clock,
      random: Math.random,
      onFailure: logNotice,
    });
  };

  async function restart(): Promise<void> {
    const old = engine;
    await old?.stop();
    if (old && engine === old) engine = start();
  }

  joinLeadership({
    locks: navigator.locks,
    storage,
    isVisible: () => document.visibilityState === 'visible',
    async lead(ended) {
      engine = start();
      const unshare = shareConnection(connection);
      await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
      unshare();
      await engine.stop();
      engine = undefined;
    },
  });
  followConnection(connection, () => engine !== undefined);
  addEventListener('online', () => engine?.wakeNow());
  // A stream keeps the rights it was opened with; whoever is signed in now gets one of their own.
  onAccountChange(() => void restart());
  mirrorCart(database);

  return {
    database,
    write: (collection, id, change) => writeDocument({ database, clock }, collection, id, change),
    wakeNow: () => engine?.wakeNow(),
  };
}

/** Calls back whenever another account, or none, is signed in; in whichever tab that happened. */
function onAccountChange(listener: () => void): void {
  let accountId = readSession()?.account?.id;
  subscribeSession(() => {
    const next = readSession()?.account?.id;
    if (next === accountId) return;
    accountId = next;
    listener();
  });
}

/** Keeps the mirror in step with the bag; a bag that the database has lost is taken from the mirror. */
function mirrorCart(database: ShopDatabase): void {
  let isFirst = true;
  database.checkouts.findOne(installation.fid).$.subscribe((bag) => {
    const isLost = isFirst && !bag && cartMirror.items.length > 0;
    isFirst = false;
    if (isLost) {
      const checkoutItems = [...cartMirror.items];
      void writeDocument({ database, clock: systemClock }, 'checkouts', installation.fid, () => ({
        checkoutItems,
      }));
    } else {
      cartMirror.write(bag ? (bag.toJSON().checkoutItems as typeof cartMirror.items) : []);
    }
  });
}
