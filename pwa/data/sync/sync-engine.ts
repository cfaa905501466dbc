import { merge } from 'rxjs';
import type { ApiClient } from '#shared/api/client.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Hello, PokePage } from '#shared/sync/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { pause } from '#pwa/pause.ts';
import type { LocalDatabase } from '../store/database.ts';
import type { ConnectionMonitor } from './connection.ts';
import { collectionOf } from './local-states.ts';
import { listen, poll, type ListenOptions } from './listen.ts';
import type { OnOnline } from './resend.ts';
import { applyPokePage, createPullPace, pullCollection } from './pull-collection.ts';
import { createCollectionPull, type CollectionPull } from './collection-pull.ts';
import type { MaySend } from './lost-states.ts';
import { listLimbo, refetchDocuments } from './limbo.ts';
import { startWatchdog } from './watchdog.ts';
import { unparkWrites } from './parked-writes.ts';
import { createPushPace, tidyOutbox, pushWrites, type IsSent } from './push-writes.ts';
import { createRetryLoop } from './retry-loop.ts';

export interface SyncEngineOptions {
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  /** The platform's fetch, for the stream. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly headers: () => Promise<Record<string, string>>;
  /** When to open another stream, because the network of the open one may be gone. Default: never. */
  readonly onOnline?: OnOnline;
  readonly collections: readonly string[];
  readonly connection: ConnectionMonitor;
  readonly clock: Clock;
  /** The account whose store this is; `undefined` for the device's own. */
  readonly accountId?: string | undefined;
  readonly random: () => number;
  /** Which documents this identity may write. Default: all. */
  readonly maySend?: MaySend;
  /** Whether a document's writes are pushed now. Default: all. */
  readonly isSent?: IsSent;
  /** Called whenever a stream, or a series of long polls, has been opened. */
  readonly onHello?: (hello: Hello) => void;
  /** Called once for each collection that restarts in a new epoch. */
  readonly onReset?: () => void;
  readonly onFailure: (text: string, error: unknown) => void;
}

/** Replicates one identity's local store with the server: one push queue, one pull per collection, one stream. */
export interface SyncEngine {
  /** Retries everything at once, e.g. because the network came back. */
  wakeNow(): void;
  /** Pushes once, outside the engine's own schedule. @throws AppError when a row got no final verdict */
  pushNow(): Promise<void>;
  /** Resolves when nothing is being pulled or pushed. */
  whenIdle(): Promise<void>;
  /** Stops without waiting for pending requests. */
  stop(): Promise<void>;
}

/** How long a new engine waits for the stream's `hello`, which pulls everything, before it pulls without one. */
const HELLO_WAIT_MS = 1000;

/** Longest wait before a failed push is retried while the server is in reach. */
const LONGEST_IN_REACH_MS = 4000;

/** Starts replicating. It never throws and retries whatever fails. A waiting push doesn't block pulls. */
export function startSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { database, clock, connection, random } = options;
  const ended = new AbortController();
  /** Nothing else tells it after a failure, as long as the stream stays open. */
  const onResponse = () => {
    if (!connection.current.isOnline) connection.responded(clock.now());
  };
  const client = createEndingClient(options.client, ended.signal, onResponse);

  const fail = (text: string) => (error: unknown) => {
    if (ended.signal.aborted) return;
    connection.failed(error);
    options.onFailure(text, error);
  };

  /** The last hello whose changes were requested. Pokes don't count: one may have been lost. */
  let lastHello: Hello | undefined;
  const rights = {
    // Rights that come back before the next hello would look as if they had never changed.
    onRestart: () => void (lastHello = undefined),
    ...(options.maySend ? { maySend: options.maySend } : {}),
    ...(options.onReset ? { onReset: options.onReset } : {}),
  };
  const pulls = new Map<string, CollectionPull>(
    options.collections.map((collection) => {
      const pace = createPullPace();
      const pull = () => pullCollection({ database, client, pace, clock, ...rights }, collection);
      const apply = (page: PokePage) => applyPokePage(database, collection, page);
      const onFailure = fail(`Pulling ${collection} failed.`);
      return [collection, createCollectionPull({ pull, apply, onFailure, random })];
    }),
  );
  const pullAll = () => pulls.forEach((loop) => loop.wakeNow());
  const withoutHello = setTimeout(pullAll, HELLO_WAIT_MS);

  const pace = createPushPace();
  let sends = 0;
  const pushOnce = async () => {
    const send = ++sends;
    const pulling = new Set<CollectionPull>();
    connection.setSending(true);
    try {
      await pushWrites({
        database,
        client,
        clock,
        accountId: options.accountId,
        pace,
        ...(options.isSent ? { isSent: options.isSent } : {}),
        onPushed(collection) {
          const pull = pulls.get(collection);
          pull?.wake();
          if (pull) pulling.add(pull);
        },
      });
    } finally {
      // An accepted write reads as pending until it is pulled: its status must not step back meanwhile.
      void Promise.all([...pulling].map((pull) => pull.whenIdle())).then(() => {
        if (send === sends) connection.setSending(false);
      });
    }
  };
  /** Whether the server is in reach: it keeps a stream open or responds to long polls. */
  let isListening = false;
  const push = createRetryLoop({
    run: pushOnce,
    onFailure: fail('Pushing failed.'),
    random,
    // No `hello` or `online` will tell that pushes succeed again.
    longestMs: () => (isListening ? LONGEST_IN_REACH_MS : Infinity),
  });

  const listening: ListenOptions = {
    client,
    fetch: options.fetch,
    headers: options.headers,
    onOnline: options.onOnline ?? (() => () => undefined),
    lastSequence: () => lastHello?.sequence,
    onHello(hello) {
      connection.responded(clock.now());
      clearTimeout(withoutHello);
      isListening = true;
      options.onHello?.(hello);
      // Pull what changed while no stream was open. The stream is open by now, so no change is missed in between.
      const isSameView = hello.epoch === lastHello?.epoch && hello.scope === lastHello.scope;
      const changed = isSameView ? hello.changedCollections : undefined;
      // A requested pull is retried until it succeeds, so earlier hellos need no repeating.
      for (const [collection, loop] of pulls)
        if (!changed || changed.includes(collection) || !loop.isIdle()) loop.wakeNow();
      lastHello = hello;
      push.wakeNow();
    },
    onPoke({ collection, page }) {
      connection.responded(clock.now());
      const pull = pulls.get(collection);
      if (page) pull?.take(page);
      else pull?.wakeNow();
    },
  };
  const stream = createRetryLoop({
    run: () => untilEnded(listenOn(listening, ended.signal, random), ended.signal),
    onFailure(error) {
      isListening = false;
      fail('The stream broke off.')(error);
    },
    random,
  });

  // A write is noted before the document is written, so watch for documents that become pending.
  const changes = options.collections.map((collection) => collectionOf(database, collection).$);
  const writes = merge(...changes).subscribe(({ documentData: { writeId, sync } }) => {
    if (writeId !== sync?.acknowledged) push.wake();
  });
  const prepare = async () => {
    await tidyOutbox(database, clock.now());
    await unparkWrites(database);
  };
  void prepare().then(() => push.wake(), fail('The outbox could not be tidied.'));
  const loops = [push, ...pulls.values()];
  const stopWatchdog = startWatchdog({
    database,
    clock,
    isOnline: () => connection.current.isOnline,
    isIdle: () => loops.every((loop) => loop.isIdle()),
    push: () => push.wakeNow(),
    async resolveLimbo() {
      for (const collection of options.collections) {
        const ids = await listLimbo(database, collection);
        if (ids.length > 0) await refetchDocuments({ database, client }, collection, ids);
      }
    },
    onFailure: fail('Documents in limbo could not be fetched.'),
  });
  stream.wake();
  push.wake();

  return {
    wakeNow() {
      stream.wakeNow();
      pullAll();
      push.wakeNow();
    },
    async pushNow() {
      await push.whenIdle();
      await pushOnce();
    },
    async whenIdle() {
      await Promise.all(loops.map((loop) => loop.whenIdle()));
    },
    async stop() {
      ended.abort();
      clearTimeout(withoutHello);
      stopWatchdog();
      writes.unsubscribe();
      await Promise.all([stream.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
}

/** Long polls before the stream is tried again. */
const POLLS_BEFORE_STREAM = 10;

/** Longest wait before a closed stream is reopened; jittered, so that devices don't all reconnect at once. */
const REOPEN_MS = 1000;

/** Listens until `signal` is aborted. @throws AppError when an attempt fails */
async function listenOn(options: ListenOptions, signal: AbortSignal, random: () => number): Promise<void> {
  while (!signal.aborted) {
    const end = await listen(options, signal);
    if (end === 'closed') {
      await pause(REOPEN_MS * random());
      continue;
    }
    let after: number | undefined;
    for (let polls = 0; polls < POLLS_BEFORE_STREAM && !signal.aborted; polls++)
      after = await poll(options, after, signal);
  }
}

/** The same client with calls that fail as soon as `ended` is aborted: closing a store waits for no response. */
function createEndingClient(client: ApiClient, ended: AbortSignal, onResponse: () => void): ApiClient {
  return {
    url: client.url,
    async call(route, args) {
      const signals = args?.signal ? [ended, args.signal as AbortSignal] : [ended];
      const calling = client.call(route, { ...args, signal: AbortSignal.any(signals) });
      const response = await untilEnded(calling, ended);
      onResponse();
      return response;
    },
  };
}

/** The result of `work`. @throws AppError `unavailable` as soon as `ended` is aborted */
function untilEnded<Result>(work: Promise<Result>, ended: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () =>
      reject(new AppError('unavailable', 'Stopped before a response came. It is retried later.'));
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
    work.then(resolve, reject).finally(() => ended.removeEventListener('abort', end));
  });
}
