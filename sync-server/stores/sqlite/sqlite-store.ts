import { crc32 } from 'node:zlib';
import type { CommitView, Decision, DocumentStore, StoredDocument } from '#server/core/document-store.ts';
import { toChecksum } from '#shared/sync/checksum.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { createCommitListeners } from '../commit-listeners.ts';
import { paceTime, prepareCompaction } from './compaction.ts';
import { createCommitQueue } from './commit-queue.ts';
import { createDiskWatch } from './disk-watch.ts';
import type { DatabasePair } from './open-database.ts';
import { prepareChangesReader } from './read-changes.ts';
import { toHistoryRow, toKnownWrite, toStoredDocument, toStoredVerdict } from './rows.ts';
import { prepareReads, prepareWrites } from './statements.ts';

/** The document store on SQLite: one connection writes, another reads; commits are grouped and durable. */
export function createSqliteStore(
  { writer, reader, epoch, restoredTo }: DatabasePair,
  clock: Clock = systemClock,
): DocumentStore & CompactableStore {
  const inCommit = prepareReads(writer);
  const reads = prepareReads(reader);
  const write = prepareDecisionWriter(writer, clock);
  const compact = prepareCompaction(writer);
  const queue = createCommitQueue(writer);
  const listeners = createCommitListeners();
  const watch = createDiskWatch();
  const newest = () => reads.newest.get()?.sequence ?? 0;

  const view = (): CommitView => ({
    sequence: inCommit.newest.get()?.sequence ?? 0,
    document: ({ collection, id }) => map(inCommit.document.get(collection, id), toStoredDocument),
    verdict: (writeId) => map(inCommit.verdict.get(writeId), toStoredVerdict),
    write: (writeId) => map(inCommit.write.get(writeId), toKnownWrite),
  });

  const readChanges = prepareChangesReader(reader, reads, newest);
  const readChecksum = reader.transaction((collection: string, audiences: string | null) => ({
    ...toChecksum(reads.livingStates.iterate({ collection, audiences })),
    sequence: newest(),
  }));

  return {
    epoch,
    restoredTo,
    async commit(_scope, decide) {
      const decision = await watch.over(
        queue.add(() => {
          const decided = decide(view());
          write(decided);
          return decided;
        }),
      );
      listeners.tell(decision);
      return decision.result;
    },
    newestSequence: async () => newest(),
    read: async ({ collection, id }) => map(reads.document.get(collection, id), toStoredDocument),
    changesSince: async (query) => readChanges(query),
    async list({ collection, scope, afterId, limit }) {
      if (scope === 'nothing') return [];
      if (scope === 'everything') return reads.list.all(collection, afterId, limit).map(toStoredDocument);
      // A scope of audiences skips foreign documents: read on until the page is full or the collection is exhausted.
      const found: StoredDocument[] = [];
      let from = afterId;
      while (found.length < limit) {
        const rows = reads.list.all(collection, from, limit);
        found.push(...rows.map(toStoredDocument).filter(({ audience }) => scope.includes(audience)));
        from = rows.at(-1)?.id ?? from;
        if (rows.length < limit) break;
      }
      return found.slice(0, limit);
    },
    checksum: async (collection, scope) =>
      readChecksum(
        collection,
        scope === 'everything' ? null : JSON.stringify(scope === 'nothing' ? [] : scope),
      ),
    ownedBy: async (owner) => reads.ownedBy.all(owner),
    history: async ({ collection, id }, before, limit) =>
      reads.history.all(collection, id, before ?? '9999', limit).map(toHistoryRow),
    collections: async () => reads.collections.all(),
    collectionNames: async () => reads.collectionNames.all().map(({ name }) => name),
    compact: (step) => queue.add(() => compact(step)),
    paceTime: (now, longestLeapMs) => queue.add(() => paceTime(writer, now, longestLeapMs)),
    async inspect(after, limit) {
      const rows = reads.entriesAfter.all(after, limit).map(toHistoryRow);
      const damaged = rows.filter(({ isDamaged }) => isDamaged);
      return {
        damaged: damaged.map(({ collection, id, at }) => ({ collection, id, at })),
        last: rows.at(-1)?.sequence,
      };
    },
    onCommit: listeners.add,
    trouble: watch.trouble,
    async close() {
      await queue.drain();
      if (reader !== writer) reader.close();
      writer.pragma('wal_checkpoint(TRUNCATE)');
      writer.close();
    },
  };
}

function map<From, To>(value: From | undefined, change: (value: From) => To): To | undefined {
  return value === undefined ? undefined : change(value);
}

function prepareDecisionWriter(
  writer: DatabasePair['writer'],
  clock: Clock,
): (decision: Decision<unknown>) => void {
  const writes = prepareWrites(writer);
  return ({ history, documents, verdicts, rejections, evictions }) => {
    const at = clock.now();
    for (const {
      sequence,
      collection,
      id,
      at: entryAt,
      madeAt,
      operation,
      writeId,
      data,
      updatedBy,
      device,
    } of history) {
      const payload = JSON.stringify(data);
      writes.history.run(
        sequence,
        collection,
        id,
        entryAt,
        madeAt ?? null,
        operation,
        writeId,
        payload,
        crc32(payload),
        updatedBy,
        device ?? null,
      );
    }
    for (const { collection, id, sequence, deleted, owner, audience } of documents) {
      writes.head.run(collection, id, sequence, deleted ? 1 : 0, owner ?? null, audience);
    }
    for (const { writeId, collection, id, owner, verdict, code, message, path } of verdicts) {
      writes.verdict.run(
        writeId,
        collection,
        id,
        owner,
        verdict,
        code ?? null,
        message ?? null,
        path ?? null,
        at,
      );
    }
    for (const { sequence, audience, collection, id } of evictions) {
      writes.eviction.run(sequence, audience, collection, id);
    }
    for (const { writeId, collection, id, code, message, path, payload } of rejections) {
      writes.rejection.run(writeId, collection, id, code, message, path, JSON.stringify(payload), at);
    }
  };
}
