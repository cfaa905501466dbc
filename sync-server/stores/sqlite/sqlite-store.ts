import type {
  CommitScope,
  CommitView,
  Decision,
  DocumentStore,
  TextDocument,
} from '#server/core/document-store.ts';
import { toChecksum } from '#shared/sync/checksum.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { Eraser } from '#server/core/eraser.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { takeUpTo } from '../cut-page.ts';
import { createCommitListeners, toCommitEvent } from '../commit-listeners.ts';
import { clampClock, prepareCompaction } from './compaction.ts';
import { createCommitQueue } from './commit-queue.ts';
import { truncateLog } from './connection-settings.ts';
import { prepareCommitView } from './commit-view.ts';
import { createDiskWatch } from './disk-watch.ts';
import { prepareErasing } from './erasing.ts';
import { createSqliteJobs } from './job-tables.ts';
import { groupIds, prepareNamedRead } from './named-read.ts';
import type { DatabasePair } from './open-database.ts';
import { prepareChangesReader } from './read-changes.ts';
import { createRowReader, toStoredRejection } from '../rows.ts';
import { prepareReads } from './statements.ts';
import { prepareDecisionWriter } from './write-decision.ts';
import { createWriteNames } from '../write-names.ts';

/** Characters of entries per inspection step. */
const MOST_INSPECTED = 1_048_576;

/**
 * The document store on SQLite: one connection writes, another reads; commits are grouped and durable.
 * @param options.rejectedBytes how much content of rejected writes is kept
 * @param options.shopAddress who is told of new enquiries; by default nobody
 */
export function createSqliteStore(
  { writer, reader, ...dataEpoch }: DatabasePair,
  clock: Clock = systemClock,
  {
    rejectedBytes = Infinity,
    shopAddress,
  }: { rejectedBytes?: number | undefined; shopAddress?: string | undefined } = {},
): DocumentStore & CompactableStore & Eraser {
  const { epoch, restoredTo } = dataEpoch;
  const reads = prepareReads(reader);
  const names = createWriteNames(dataEpoch);
  const rows = createRowReader(names);
  const write = prepareDecisionWriter(writer, names, { clock, rejectedBytes, shopAddress });
  const readView = prepareCommitView(writer, epoch, { ...rows, ...names });
  const readNamed = prepareNamedRead(reader, rows);
  const compact = prepareCompaction(writer);
  const erase = prepareErasing(writer, { rows, epoch, clock, write });
  const queue = createCommitQueue(writer);
  const listeners = createCommitListeners();
  const watch = createDiskWatch();
  const newest = () => reads.newest.get()?.sequence ?? 0;

  const readChanges = prepareChangesReader(reader, reads, { ...rows, ...names, newest });
  const readChecksum = reader.transaction((collection: string, audiences: string | null) => ({
    ...toChecksum(nameStates(reads.livingStates.iterate({ collection, audiences }))),
    sequence: newest(),
  }));

  function* nameStates(states: Iterable<{ id: string; sequence: number; writeId: string | null }>) {
    for (const { id, sequence, writeId } of states) yield { id, writeId: names.toWriteId(sequence, writeId) };
  }

  /** Does not keep the decision, which holds every document: the queue would retain it until the group is flushed. */
  function writeDecided<Result>(scope: CommitScope, decide: (view: CommitView) => Decision<Result>) {
    const decision = decide(readView(scope));
    return { hasWritten: write(decision), event: toCommitEvent(decision), result: decision.result };
  }

  const putBallast = writer.prepare(`INSERT OR REPLACE INTO meta VALUES ('ballast', hex(zeroblob(65536)))`);
  const dropBallast = writer.prepare(`DELETE FROM meta WHERE key = 'ballast'`);

  /** Writes as much as a push and removes it again. */
  async function tryWriting(): Promise<void> {
    await queue.add(() => putBallast.run());
    await queue.add(() => dropBallast.run());
  }

  return {
    epoch,
    restoredTo,
    jobs: createSqliteJobs(reader, rows, clock),
    async commit(scope, decide) {
      const { result, event } = await watch.over(queue.add(() => writeDecided(scope, decide)));
      if (event) listeners.notify(event);
      return result;
    },
    newestSequence: async () => newest(),
    lastKnownSequence: newest,
    async read({ collection, id }) {
      const row = reads.document.get(collection, id);
      return row && rows.toStoredDocument(collection, row);
    },
    readAll: async (keys) => [...groupIds(keys)].flatMap(([collection, ids]) => readNamed(collection, ids)),
    changesSince: async (query) => readChanges(query),
    async list({ collection, scope, afterId, limit, maxCharacters, withDeleted = false }) {
      const page = (from: string) => {
        const args = [collection, from, Number(withDeleted), limit] as const;
        // Iterates only where the page may end early: reading all rows at once is cheaper.
        const found =
          maxCharacters === undefined
            ? reads.list.all(...args)
            : takeUpTo(reads.list.iterate(...args), maxCharacters, ([, , , , , , json]) => json.length);
        return found.map((row) => rows.toTextDocument(collection, row));
      };
      if (scope === 'nothing') return [];
      if (scope === 'everything') return page(afterId);
      // A scope of audiences skips other documents: read on until the page is full or the collection is exhausted.
      const found: TextDocument[] = [];
      let from = afterId;
      while (found.length < limit) {
        const documents = page(from);
        found.push(...documents.filter(({ audience }) => scope.includes(audience)));
        from = documents.at(-1)?.id ?? from;
        if (documents.length === 0 || (maxCharacters !== undefined && found.length > 0)) break;
      }
      return found.slice(0, limit);
    },
    newest: async ({ collection, deleted, before, limit }) =>
      (deleted ? reads.newestDeleted : reads.newestLiving)
        .all(collection, Math.min(before, Number.MAX_SAFE_INTEGER), limit)
        .map((row) => rows.toTextDocument(collection, row)),
    checksum: async (collection, scope) =>
      readChecksum(
        collection,
        scope === 'everything' ? null : JSON.stringify(scope === 'nothing' ? [] : scope),
      ),
    ownedBy: async (owner) => reads.ownedBy.all(owner),
    storedBy: async (owner, most) => reads.storedBy.get(owner, most) ?? { writes: 0, bytes: 0 },
    history: async ({ collection, id }, before, limit) =>
      reads.history.all({ collection, id, before: before ?? '9999', limit }).map(rows.toHistoryRow),
    rejections: async ({ collection, writeId, limit }) =>
      reads.rejections
        .all({ collection: collection ?? null, writeId: writeId ?? null, limit })
        .map(toStoredRejection),
    countRejections: async () => reads.countRejections.get() ?? 0,
    collections: async () => reads.collections.all(),
    compact: (step) => queue.add(() => compact(step)),
    holdsAnythingOf: async (accountId) =>
      reads.holdsAnythingOf.get({ owner: `account:${accountId}` }) !== undefined,
    devicesOf: async (accountId) => reads.devicesOf.all(`account:${accountId}`),
    async erase(person) {
      const { result, event } = await watch.over(
        queue.add(() => {
          const decision = erase(person);
          return { hasWritten: true, result: decision.result, event: toCommitEvent(decision) };
        }),
      );
      if (event) listeners.notify(event);
      truncateLog(writer);
      return result;
    },
    clampClock: (now, longestLeapMs) => queue.add(() => clampClock(writer, now, longestLeapMs)),
    async inspect(after, limit) {
      const entries = takeUpTo(
        reads.entriesAfter.iterate(after, limit),
        MOST_INSPECTED,
        ({ data }) => data.length,
      );
      const read = entries.map(rows.toHistoryRow);
      const damaged = read.filter(({ isDamaged }) => isDamaged);
      return {
        damaged: damaged.map(({ collection, id, at }) => ({ collection, id, at })),
        last: read.at(-1)?.sequence,
      };
    },
    onCommit: listeners.add,
    failure: watch.failure,
    probe: () => watch.probe(tryWriting),
    async close() {
      await queue.drain();
      if (reader !== writer) reader.close();
      truncateLog(writer);
      writer.close();
    },
  };
}
