import { FILE_REFUSALS, isFileRefusal } from '#shared/api/file-storage.ts';
import type { AppStore } from '../app-store.ts';
import { logNotice } from '../log.ts';
import { createRetryLoop } from '../sync/retry-loop.ts';
import type { FileDatabase, FileRecord } from './file-database.ts';
import { dropOwnPicture } from './own-pictures.ts';
import { isDue, isOfForms, isSettled, UNDO_MS } from './stored-files.ts';
import { pause, scheduleTimer } from './retry.ts';
import { createStorageClient, type StorageClientOptions } from './storage-client.ts';
import { StorageError } from './storage-error.ts';

export interface FileSender {
  /** Retries everything at once. */
  wakeNow(): void;
}

export interface FileSenderOptions {
  readonly app: AppStore;
  readonly database: FileDatabase;
  /** Sending stops when it is aborted. */
  readonly ended: AbortSignal;
  /** Whose files are sent, beside those added before a sign-in. */
  readonly accountId: string | undefined;
  /** Called when a file is stored: a document may have waited for it. */
  readonly onStored: () => Promise<void>;
  readonly timing: StorageClientOptions;
  /** Everything on this device that was not sent and may name files, as one text. */
  readonly readUnsent: () => Promise<string>;
}

/** Uploads at once. */
const LANES = 2;
/** Attempts to send a file that arrives damaged. */
const MAX_DAMAGED = 3;
const FIRST_POLL_MS = 1000;
const LONGEST_POLL_MS = 4000;
/** When to look again at a file that nothing names. */
const LOOK_AGAIN_MS = 1000;

/** Sends the files that wait. It never throws and retries whatever may succeed later. */
export function startFileSender(options: FileSenderOptions): FileSender {
  const { app, database, ended, accountId, onStored, timing, readUnsent } = options;
  const { schedule = scheduleTimer, random = Math.random } = timing;
  const wakes = new Set<() => void>();
  const onWake = (wake: () => void) => {
    wakes.add(wake);
    return () => wakes.delete(wake);
  };
  const client = createStorageClient(app, { schedule, random, onWake });

  let hasPassedOver = false;

  const isOwn = (record: FileRecord) => record.accountId === undefined || record.accountId === accountId;
  const readOwn = async () => (await database.readAll()).filter(isOwn);

  const isOnline = () => app.connection.current.isOnline;

  /** Sends every file once, until the connection is lost. @throws StorageError the first failure that may pass */
  async function run(): Promise<void> {
    // The tab that sent it may have been killed.
    for (const { id, state } of await readOwn())
      if (state === 'sending') await database.change(id, { state: 'kept' });
    if (accountId === undefined || !isOnline()) return;
    void removeSettled().catch((error: unknown) => logNotice('Stored files stay on this device.', error));
    for (const { id } of (await readOwn()).filter((record) => isDue(record, Date.now())))
      await database.change(id, { state: 'kept', uploadUrl: undefined, sentBytes: 0, attempts: 0 });
    const lost = new AbortController();
    const unsubscribe = app.connection.subscribe(() => isOnline() || lost.abort());
    const stop = AbortSignal.any([ended, lost.signal]);
    const failure = await sendAll(stop);
    unsubscribe();
    if (hasPassedOver && !stop.aborted) schedule(() => loop.wake(), LOOK_AGAIN_MS);
    hasPassedOver = false;
    if (failure !== undefined && !stop.aborted) throw failure;
  }

  /** Removes the files that the server has and nothing unsent names. */
  async function removeSettled(): Promise<void> {
    const settled = (await readOwn()).filter((record) => isSettled(record, Date.now()));
    if (settled.length === 0) return;
    const unsent = await readUnsent();
    for (const record of settled) {
      if (unsent.includes(record.id)) continue;
      await dropOwnPicture(record, true);
      await database.remove([record.id], 'stored');
    }
  }

  async function sendAll(stop: AbortSignal): Promise<unknown> {
    const tried = new Set<string>();
    let failure: unknown;
    let sending = LANES;
    const note = (error: unknown) => void (failure ??= error);
    const lane = async () => {
      try {
        while (!stop.aborted && !isStopping(failure)) {
          const next = pickNext(await readOwn(), tried);
          if (!next) return;
          tried.add(next.id);
          if (await isNeeded(next)) await send(next, stop).catch(note);
          else await passOver(next);
        }
      } finally {
        sending -= 1;
      }
    };
    const watch = async () => {
      for (let waitMs = FIRST_POLL_MS; !stop.aborted;) {
        const processing = (await readOwn()).filter(({ state }) => state === 'processing');
        if (processing.length === 0 && sending === 0) return;
        let hasSettled = false;
        for (const record of processing) if (await settle(record, stop)) hasSettled = true;
        await pause(waitMs, { schedule, signal: stop, onWake });
        waitMs = hasSettled || sending > 0 ? FIRST_POLL_MS : Math.min(2 * waitMs, LONGEST_POLL_MS);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: LANES }, lane)].map((work) => work.catch(note)));
    return failure;
  }

  /** Whether a document has it, or a form on the disk: one that was taken out is not sent, also after a crash. */
  async function isNeeded(record: FileRecord): Promise<boolean> {
    if (!isOfForms(record)) return true;
    const unsent = await readUnsent().catch(() => record.id);
    return unsent.includes(record.id);
  }

  /** A form is written a moment after its file is added; and Undo brings a file back. */
  async function passOver(record: FileRecord): Promise<void> {
    const { id, bucket, unneededSince, uploadUrl } = record;
    hasPassedOver = true;
    if (unneededSince === undefined) await database.change(id, { unneededSince: Date.now() });
    else if (Date.now() - unneededSince > UNDO_MS) {
      await database.remove([id]);
      await dropOwnPicture(record, false);
      if (uploadUrl !== undefined) client.removeUpload(bucket, uploadUrl).catch(() => undefined);
    }
  }

  async function send(record: FileRecord, stop: AbortSignal): Promise<void> {
    const { id } = record;
    const removed = new AbortController();
    const change = async (change: Partial<FileRecord>) => {
      // It was removed meanwhile, here or in another tab.
      if (!(await database.change(id, change))) removed.abort();
    };
    const signal = AbortSignal.any([stop, removed.signal]);
    try {
      await change({ state: 'sending', reason: undefined, unneededSince: undefined, sentAt: Date.now() });
      const bytes = await database.readBytes(id);
      if (!bytes) return;
      await client.upload(
        { ...record, bytes },
        {
          signal,
          onUrl: (uploadUrl) => change({ uploadUrl }),
          onProgress: (sentBytes) => void change({ sentBytes }),
        },
      );
      await change({ state: 'processing', sentBytes: record.size });
    } catch (error) {
      if (!removed.signal.aborted) await note(record, error);
    }
  }

  /** @throws the failure, if it may pass */
  async function note({ id, attempts }: FileRecord, error: unknown): Promise<void> {
    if (!(error instanceof StorageError)) {
      await database.change(id, { state: 'kept' });
      throw error;
    }
    const { code, message: reason } = error;
    const mayPass =
      MAY_PASS[code] ?? (code === 'invalid-checksum' && attempts + 1 < MAX_DAMAGED ? 'kept' : undefined);
    const fresh = code === 'invalid-checksum' ? { uploadUrl: undefined, sentBytes: 0 } : {};
    await database.change(id, {
      ...fresh,
      state: mayPass ?? 'refused',
      reason: code === 'canceled' ? undefined : reason,
      attempts: attempts + 1,
    });
    if (code === 'unauthenticated') void app.session.refresh();
    if (mayPass && code !== 'canceled') throw error;
  }

  /** Asks whether the server has stored a file. @returns whether there is nothing more to ask */
  async function settle(record: FileRecord, stop: AbortSignal): Promise<boolean> {
    const { id } = record;
    const facts = await client.fetchFacts(record, stop).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === 'object-not-found') return undefined;
      throw error;
    });
    if (facts?.state === 'received') return false;
    if (facts?.state === 'stored') {
      await database.change(id, { state: 'stored' });
      void onStored();
    } else if (facts) {
      await database.change(id, { state: 'refused', reason: toSentence(facts.reason) });
    } else {
      // The server was restored from a backup, or has removed it: it is sent again.
      await database.change(id, { state: 'kept', uploadUrl: undefined, sentBytes: 0 });
      loop.wake();
    }
    return true;
  }

  const loop = createRetryLoop({
    run,
    random,
    onFailure(error) {
      if (ended.aborted) return;
      logNotice('A file could not be sent yet.', error);
    },
  });
  let wasOnline = isOnline();
  const unsubscribe = app.connection.subscribe(() => {
    if (isOnline() && !wasOnline) loop.wakeNow();
    wasOnline = isOnline();
  });
  ended.addEventListener(
    'abort',
    () => {
      unsubscribe();
      void loop.stop();
    },
    { once: true },
  );
  loop.wake();
  return {
    wakeNow() {
      for (const wake of wakes) wake();
      loop.wakeNow();
    },
  };
}

/** The state of a file after a failure that may pass by itself or by a person's act elsewhere. */
const MAY_PASS: Readonly<Record<string, 'kept' | 'no-room' | 'signed-out'>> = {
  'retry-limit-exceeded': 'kept',
  canceled: 'kept',
  'quota-exceeded': 'no-room',
  unauthenticated: 'signed-out',
};

/** Whether the other files would fail as well. */
function isStopping(failure: unknown): boolean {
  return failure instanceof StorageError && ['quota-exceeded', 'unauthenticated'].includes(failure.code);
}

const WAITING: readonly string[] = ['kept', 'sending', 'no-room', 'signed-out'];

/** The next file to send: the first picture of a product before others, one that failed after others. */
function pickNext(records: readonly FileRecord[], tried: ReadonlySet<string>): FileRecord | undefined {
  const seen = new Set<string>();
  const ranked = records.map((record) => {
    const isFirst = record.usedBy.some((use) => !seen.has(use));
    for (const use of record.usedBy) seen.add(use);
    return { record, rank: 2 * record.attempts + (isFirst ? 0 : 1) };
  });
  const waiting = ranked.filter(({ record: { id, state } }) => WAITING.includes(state) && !tried.has(id));
  return waiting.toSorted((a, b) => a.rank - b.rank)[0]?.record;
}

function toSentence(reason: string | null | undefined): string {
  return FILE_REFUSALS[isFileRefusal(reason) ? reason : 'damaged'];
}
