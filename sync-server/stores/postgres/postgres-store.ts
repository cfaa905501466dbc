import type { CompactableStore } from '#server/core/compactable-store.ts';
import type {
  CollectionCount,
  Decision,
  DocumentStore,
  EvictedState,
  StoredAmount,
} from '#server/core/document-store.ts';
import type { Eraser } from '#server/core/eraser.ts';
import type { DocumentKey, StoredDocument } from '#server/core/stored-document.ts';
import type { ReadScope } from '#shared/access/decide-access.ts';
import { toChecksum } from '#shared/sync/checksum.ts';
import { LEAST_PAGE_DOCUMENTS } from '#shared/sync/messages.ts';
import { createCommitListeners, toCommitEvent } from '../commit-listeners.ts';
import { cutPage } from '../cut-page.ts';
import {
  toStoredRejection,
  type DocumentRow,
  type EntryRow,
  type RejectionRow,
  type TextRow,
  type RowReader,
} from '../rows.ts';
import type { DataEpoch, WriteNames } from '../write-names.ts';
import type { GroupParts } from './commit-group.ts';
import type { CommitQueue } from './commit-queue.ts';
import { clampClock, compact } from './compaction.ts';
import type { Connection, Connections } from './connections.ts';
import { epochEnded, type EpochWatch } from './epoch.ts';
import { DEVICES_OF, erase, FREE_SPACE, HOLDS_ANYTHING } from './erasing.ts';
import { startHearing, type HearingOptions } from './hearing.ts';
import { createPostgresJobs } from './jobs.ts';
import {
  BOUNDS,
  CHANGES,
  COLLECTIONS,
  ENTRIES_AFTER,
  EVICTIONS,
  HISTORY,
  LIST,
  LIVING_STATES,
  NAMED,
  NEWEST_DOCUMENTS,
  OWNED_BY,
  REJECTIONS,
  STORED_BY,
} from './statements.ts';

/** Statistics are made again when the history has grown by this factor, and not below this number of entries. */
const GROWTH = 4;
const LEAST_ROWS = 100;

/** Bytes of entries per inspection step. */
const MOST_INSPECTED = 1_048_576;

export interface StoreParts {
  readonly connections: Connections;
  readonly queue: CommitQueue;
  readonly watch: EpochWatch;
  readonly dataEpoch: DataEpoch;
  readonly names: WriteNames;
  readonly rows: RowReader;
  /** This node's name. */
  readonly node: string;
  /** What is written now is written with. */
  readonly toGroupParts: () => GroupParts;
}

interface Bounds {
  readonly newest: number;
  readonly purgeHorizon: number;
}

/** The document store on PostgreSQL, for several nodes at once. */
export async function createPostgresStore(
  { connections, queue, watch, dataEpoch, names, rows, node, toGroupParts }: StoreParts,
  options: HearingOptions,
): Promise<DocumentStore & CompactableStore & Eraser> {
  const { epoch, restoredTo } = dataEpoch;
  const listeners = createCommitListeners();
  const readBounds = async (connection: Connection): Promise<Bounds> => {
    const [bounds] = await connection.rows<Bounds & DataEpoch>(BOUNDS);
    if (bounds?.epoch !== epoch) throw epochEnded();
    return bounds;
  };
  const { newest } = await readBounds(connections);
  const hearing = startHearing({
    node,
    connections,
    options,
    newest,
    settled: queue.settled,
    notify: listeners.notify,
    check: watch.check,
  });

  /** Sequence of the last statistics. */
  let countedAt = newest;
  /**
   * Without statistics of a table that has grown since, the planner reads a whole collection for one document. The
   * database makes its own too, but not in the first minute of an import.
   */
  function countRows(sequence: number): void {
    if (sequence < GROWTH * Math.max(countedAt, LEAST_ROWS)) return;
    countedAt = sequence;
    // Nothing depends on the result, and a node that closes meanwhile ends it.
    void connections.run('ANALYZE history, head, batch').catch(() => undefined);
  }

  function notifyOfOwn(decision: Decision<unknown>): void {
    const event = toCommitEvent(decision);
    if (!event) return;
    countRows(event.sequence);
    hearing.noteOwn(decision.history[0]?.sequence ?? event.sequence, event.sequence);
    listeners.notify(event);
  }

  async function readAll(keys: readonly DocumentKey[]): Promise<readonly StoredDocument[]> {
    const [collections, ids] = [keys.map(({ collection }) => collection), keys.map(({ id }) => id)];
    const found = await connections.rows<DocumentRow & { collection: string }>(NAMED, [collections, ids]);
    return found.map(({ collection, ...row }) => rows.toStoredDocument(collection, row));
  }

  return {
    epoch,
    restoredTo,
    jobs: createPostgresJobs({ connection: connections, read: connections.read, rows }),
    async commit(scope, decide) {
      const decision = await queue.commit(scope, decide);
      notifyOfOwn(decision);
      return decision.result;
    },
    lastKnownSequence: hearing.newest,
    newestSequence: async () => (await readBounds(connections)).newest,
    read: async (key) => (await readAll([key]))[0],
    readAll,
    changesSince: (query) =>
      connections.read(async (connection) => {
        const { collection, scope, after, limit, maxCharacters = Number.MAX_SAFE_INTEGER } = query;
        const bounds = [collection, toAudiences(scope), after, limit] as const;
        const [found, left, ends] = await Promise.all([
          connection.lists<[...TextRow, followed: boolean]>(CHANGES, [
            ...bounds,
            maxCharacters,
            LEAST_PAGE_DOCUMENTS,
          ]),
          scope === 'everything' ? [] : connection.rows<EvictionRow>(EVICTIONS, bounds),
          readBounds(connection),
        ]);
        const isCut = found.at(-1)?.[10] ?? false;
        const documents = found.map((row) => rows.toTextDocument(collection, row));
        // A page that ends early ends for evictions, too.
        const end = isCut ? (documents.at(-1)?.sequence ?? after) : Infinity;
        const evictions = left
          .filter(({ sequence }) => sequence <= end)
          .map((row): EvictedState => ({
            ...row,
            collection,
            writeId: names.toWriteId(row.sequence, row.writeId),
          }));
        const { newest, purgeHorizon } = ends;
        return { ...cutPage(documents, evictions, limit), isCut, newest, purgeHorizon };
      }),
    async list({ collection, scope, afterId, limit, maxCharacters, withDeleted = false }) {
      const bytes = maxCharacters ?? Number.MAX_SAFE_INTEGER;
      const values = [collection, toAudiences(scope), afterId, Number(withDeleted), limit, bytes];
      const found = await connections.lists<TextRow>(LIST, values);
      return found.map((row) => rows.toTextDocument(collection, row));
    },
    async newest({ collection, deleted, before, limit }) {
      const below = Math.min(before, Number.MAX_SAFE_INTEGER);
      const found = await connections.lists<TextRow>(NEWEST_DOCUMENTS, [
        collection,
        Number(deleted),
        below,
        limit,
      ]);
      return found.map((row) => rows.toTextDocument(collection, row));
    },
    checksum: (collection, scope) =>
      connections.read(async (connection) => {
        const [states, { newest }] = await Promise.all([
          connection.lists<[id: string, sequence: number, writeId: string | null]>(LIVING_STATES, [
            collection,
            toAudiences(scope),
          ]),
          readBounds(connection),
        ]);
        const named = states.map(([id, sequence, writeId]) => ({
          id,
          writeId: names.toWriteId(sequence, writeId),
        }));
        return { ...toChecksum(named), sequence: newest };
      }),
    ownedBy: (owner) => connections.rows(OWNED_BY, [owner]),
    storedBy: async (owner, most) =>
      (await connections.rows<StoredAmount>(STORED_BY, [owner, most]))[0] ?? { writes: 0, bytes: 0 },
    async history({ collection, id }, before, limit) {
      const found = await connections.rows<EntryRow>(HISTORY, [collection, id, before ?? '9999', limit]);
      return found.map(rows.toHistoryRow);
    },
    async rejections({ collection, writeId, limit }) {
      const found = await connections.rows<RejectionRow>(REJECTIONS, [
        collection ?? null,
        writeId ?? null,
        limit,
      ]);
      return found.map(toStoredRejection);
    },
    async countRejections() {
      const [row] = await connections.rows<{ found: number }>('SELECT count(*) AS found FROM rejection');
      return row?.found ?? 0;
    },
    collections: () => connections.rows<CollectionCount>(COLLECTIONS),
    compact: (step) => queue.add((connection) => compact(connection, step)),
    holdsAnythingOf: async (accountId) =>
      (await connections.rows(HOLDS_ANYTHING, [`account:${accountId}`])).length > 0,
    async devicesOf(accountId) {
      const found = await connections.rows<{ device: string }>(DEVICES_OF, [`account:${accountId}`]);
      return found.map(({ device }) => device);
    },
    async erase(person) {
      const decision = await queue.add((connection) => erase(connection, person, toGroupParts()));
      notifyOfOwn(decision);
      void connections.run(FREE_SPACE).catch(() => undefined);
      return decision.result;
    },
    clampClock: (now, longestLeapMs) => queue.add((connection) => clampClock(connection, now, longestLeapMs)),
    async inspect(after, limit) {
      const found = await connections.rows<EntryRow>(ENTRIES_AFTER, [after, limit, MOST_INSPECTED]);
      const read = found.map(rows.toHistoryRow);
      const damaged = read.filter(({ isDamaged }) => isDamaged);
      return {
        damaged: damaged.map(({ collection, id, at }) => ({ collection, id, at })),
        last: read.at(-1)?.sequence,
      };
    },
    onCommit: listeners.add,
    failure: connections.failure,
    async probe() {
      if (connections.failure() !== undefined)
        await connections
          .write((connection) => connection.change(`UPDATE meta SET value = value WHERE key = 'version'`))
          .catch(() => undefined);
      return connections.failure();
    },
    async close() {
      await queue.drain();
      await hearing.close();
      await connections.close();
    },
  };
}

type EvictionRow = Pick<EvictedState, 'sequence' | 'audience' | 'id' | 'at'> & {
  readonly writeId: string | null;
};

/** The audiences of a scope as the statements have them: NULL for all. */
function toAudiences(scope: ReadScope): readonly string[] | null {
  if (scope === 'everything') return null;
  return scope === 'nothing' ? [] : scope;
}
