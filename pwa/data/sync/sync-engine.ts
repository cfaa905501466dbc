import { merge } from 'rxjs';
import type { ApiClient } from '#shared/api/client.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Hello } from '#shared/sync/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { LocalDatabase } from '../store/database.ts';
import type { ConnectionMonitor } from './connection.ts';
import { collectionOf } from './local-states.ts';
import { listen, poll, type ListenOptions } from './listen.ts';
import { pullCollection } from './pull-collection.ts';
import type { MaySend } from './lost-states.ts';
import { listLimbo, refetchDocuments } from './limbo.ts';
import { startWatchdog } from './watchdog.ts';
import { unparkWrites } from './parked-writes.ts';
import { createPushPace, tidyOutbox, pushWrites } from './push-writes.ts';
import { createRetryLoop, type RetryLoop } from './retry-loop.ts';

export interface SyncEngineOptions {
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  /** The platform's fetch, for the stream. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly headers: () => Promise<Record<string, string>>;
  readonly collections: readonly string[];
  readonly connection: ConnectionMonitor;
  readonly clock: Clock;
  readonly random: () => number;
  /** What this identity may write; everything unless told otherwise. */
  readonly maySend?: MaySend;
  /** Whether a collection's writes go out now; all of them unless told otherwise. */
  readonly isSent?: (collection: string) => boolean;
  /** Told when the server begins to tell of changes, anew each time. */
  readonly onHello?: () => void;
  /** Told when a collection begins anew in another life of the server's data, once for each. */
  readonly onReset?: () => void;
  readonly onFailure: (text: string, error: unknown) => void;
}

/** Replicates one identity's local store with the server: one push queue, one pull per collection, one stream. */
export interface SyncEngine {
  /** Tries everything at once, e.g. because the network came back. */
  wakeNow(): void;
  /** Pushes once, besides the replication's own tries. @throws AppError when something was not answered */
  pushNow(): Promise<void>;
  /** Resolves when nothing is being pulled or pushed. */
  whenIdle(): Promise<void>;
  /** Ends what is under way; requests aren't waited for. */
  stop(): Promise<void>;
}

const PAGE_SIZE = 200;

/** Starts replicating; it never throws, and whatever fails is tried again. A waiting push holds up no pull. */
export function startSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { database, clock, connection, random } = options;
  const ended = new AbortController();
  const client = createEndingClient(options.client, ended.signal);

  const fail = (text: string) => (error: unknown) => {
    if (ended.signal.aborted) return;
    connection.failed(error);
    options.onFailure(text, error);
  };

  const rights = {
    ...(options.maySend ? { maySend: options.maySend } : {}),
    ...(options.onReset ? { onReset: options.onReset } : {}),
  };
  const pulls = new Map<string, RetryLoop>(
    options.collections.map((collection) => {
      const run = () =>
        pullCollection({ database, client, pageSize: PAGE_SIZE, clock, ...rights }, collection);
      return [collection, createRetryLoop({ run, onFailure: fail(`Pulling ${collection} failed.`), random })];
    }),
  );
  const pullAll = () => pulls.forEach((loop) => loop.wakeNow());

  const pace = createPushPace();
  const pushOnce = async () => {
    connection.setSending(true);
    try {
      await pushWrites({
        database,
        client,
        clock,
        pace,
        ...(options.isSent ? { isSent: options.isSent } : {}),
        onPushed: (collection) => pulls.get(collection)?.wake(),
      });
    } finally {
      connection.setSending(false);
    }
  };
  const push = createRetryLoop({
    run: pushOnce,
    onFailure: fail('Pushing failed.'),
    random,
  });

  /** The last greeting whose news were asked for. Pokes don't count: one may have been lost on its way. */
  let heard: Hello | undefined;
  const listening: ListenOptions = {
    client,
    fetch: options.fetch,
    headers: options.headers,
    heardUpTo: () => heard?.sequence,
    onHello(hello) {
      connection.answered(clock.now());
      options.onHello?.();
      // What came while nobody listened is pulled now: the stream is open already, so nothing falls in between.
      const isSameWorld = hello.epoch === heard?.epoch && hello.scope === heard.scope;
      const changed = isSameWorld ? hello.changedCollections : undefined;
      // A pull that was asked for is tried until it succeeds, so what was told once needn't be told again.
      for (const [collection, loop] of pulls)
        if (!changed || changed.includes(collection) || !loop.isIdle()) loop.wakeNow();
      heard = hello;
      push.wakeNow();
    },
    onPoke({ collection }) {
      connection.answered(clock.now());
      pulls.get(collection)?.wakeNow();
    },
  };
  const stream = createRetryLoop({
    run: () => untilEnded(listenOn(listening, ended.signal, random), ended.signal),
    onFailure: fail('The stream broke off.'),
    random,
  });

  // The note of a write comes before the write itself: what counts is that a document has become pending.
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
    async resolveDoubts() {
      for (const collection of options.collections) {
        const ids = await listLimbo(database, collection);
        if (ids.length > 0) await refetchDocuments({ database, client }, collection, ids);
      }
    },
    onFailure: fail('What is in doubt could not be fetched.'),
  });
  stream.wake();
  pullAll();
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
      stopWatchdog();
      writes.unsubscribe();
      await Promise.all([stream.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
}

/** How often the news is asked for by long polling before the stream is tried again. */
const POLLS_BEFORE_STREAM = 10;

/** Longest wait before an ended stream is opened again; jittered, so that many devices don't come back at once. */
const REOPEN_MS = 1000;

/** Listens for as long as the device replicates; returns only when it is to stop. @throws AppError when a try fails */
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

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** The same client, whose calls end with `ended`: no answer is waited for when a store is let go of. */
function createEndingClient(client: ApiClient, ended: AbortSignal): ApiClient {
  return {
    url: client.url,
    call(route, args) {
      const signals = args?.signal ? [ended, args.signal as AbortSignal] : [ended];
      return untilEnded(client.call(route, { ...args, signal: AbortSignal.any(signals) }), ended);
    },
  };
}

/** What the work comes to. @throws AppError `unavailable` as soon as it is ended, whatever the work still waits for */
function untilEnded<Result>(work: Promise<Result>, ended: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new AppError('unavailable', 'Ended before an answer came. It is tried again.'));
    ended.addEventListener('abort', end, { once: true });
    if (ended.aborted) end();
    work.then(resolve, reject).finally(() => ended.removeEventListener('abort', end));
  });
}
