import { compareCodePoints } from '#shared/kernel/code-points.ts';
import type {
  CommitEvent,
  CommitScope,
  CommitView,
  Decision,
  DocumentStore,
  Eviction,
  StoredRejection,
  KnownWrite,
  StoredVerdict,
  TextDocument,
} from '#server/core/document-store.ts';
import type { DocumentData, DocumentKey, HistoryRow, StoredDocument } from '#server/core/stored-document.ts';
import { PRODUCTS, priceIdOf } from '#server/core/find-taken-price.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { LEAST_PAGE_DOCUMENTS } from '#shared/sync/messages.ts';
import { toChecksum } from '#shared/sync/checksum.ts';
import type { ReadScope } from '#shared/access/decide-access.ts';
import { cutPage, takeUpTo } from '#server/stores/cut-page.ts';
import { createCommitListeners, toCommitEvent } from '#server/stores/commit-listeners.ts';
import { createMemoryJobs } from './memory-jobs.ts';

/** An in-memory document store: the same contract without durability. */
export function createMemoryStore(
  clock: Clock = systemClock,
  rejectedBytes = Infinity,
): DocumentStore & CompactableStore {
  const documents = new Map<string, StoredDocument>();
  let history: HistoryRow[] = [];
  const verdicts = new Map<string, StoredVerdict>();
  const writes = new Map<string, KnownWrite>();
  let evictions: Eviction[] = [];
  const verdictTimes = new Map<string, number>();
  const rejections = new Map<string, StoredRejection>();
  const listeners = createCommitListeners();
  const jobs = createMemoryJobs(
    () => history,
    (key) => documents.get(toText(key)),
    clock,
  );
  const epoch = createId();
  const lastChanges = new Map<string, string>();
  let purgeHorizon = 0;
  let clamped: number | undefined;
  const namesOf = () => [...new Set([...documents.values()].map(({ collection }) => collection))].sort();
  const newest = () => Math.max(history.at(-1)?.sequence ?? 0, purgeHorizon);

  function look(scope: CommitScope): CommitView {
    const keys = new Set(scope.documents.map(toText));
    const writeIds = new Set(scope.writeIds);
    return {
      epoch,
      sequence: newest(),
      document: (key) => (keys.has(toText(key)) ? documents.get(toText(key)) : undefined),
      verdict: (writeId) => (writeIds.has(writeId) ? verdicts.get(writeId) : undefined),
      write: (writeId) => (writeIds.has(writeId) ? writes.get(writeId) : undefined),
      job: (id) => (scope.jobs?.includes(id) ? jobs.find(id) : undefined),
      openJobs: () => (scope.openJobs ? jobs.open() : []),
      productsWithPrice: (priceId) =>
        [...documents.values()]
          .filter(({ collection, deleted }) => collection === PRODUCTS && !deleted)
          .filter(({ data }) => priceIdOf(data) === priceId)
          .map(({ id }) => id),
      renames: jobs.renames,
      renamedFrom: jobs.renamedFrom,
    };
  }

  function write(decision: Decision<unknown>): CommitEvent | undefined {
    // Stores copies, so a caller's later changes don't reach them. All checks run before the first change, so a commit is
    // atomic.
    const rows = decision.history.map((row) => ({ ...row, data: toStoredData(row.data) }));
    const states = decision.documents.map((document) => ({
      ...document,
      data: toStoredData(document.data),
    }));
    const writeIds = new Set(rows.map(({ writeId }) => writeId));
    const isRepeated = writeIds.size < rows.length || rows.some(({ writeId }) => writes.has(writeId));
    if (isRepeated) throw new Error('The writeId is already in history.');
    if (rows.some(({ sequence }, index) => sequence !== newest() + index + 1))
      throw new Error('A sequence is taken.');
    for (const row of rows) {
      history.push(row);
      const last = lastChanges.get(row.collection);
      if (last === undefined || row.at > last) lastChanges.set(row.collection, row.at);
      const { collection, id, updatedBy, device } = row;
      writes.set(row.writeId, { collection, id, updatedBy, device });
    }
    for (const document of states) documents.set(toText(document), document);
    evictions.push(...decision.evictions);
    for (const verdict of decision.verdicts) {
      if (verdicts.has(verdict.writeId)) continue;
      verdicts.set(verdict.writeId, verdict);
      verdictTimes.set(verdict.writeId, clock.now());
    }
    for (const rejection of decision.rejections) {
      if (rejections.has(rejection.writeId)) continue;
      const payload = toStoredData(rejection.payload);
      rejections.set(rejection.writeId, { ...rejection, payload, at: clock.now(), owner: undefined });
    }
    dropOldestRejections();
    if (decision.progress) jobs.write(decision.progress, rows);
    return toCommitEvent(decision);
  }

  function dropOldestRejections(): void {
    let stored = [...rejections.values()].reduce((sum, { payload }) => sum + sizeOf(payload), 0);
    if (stored <= rejectedBytes) return;
    for (const { writeId, payload } of rejections.values()) {
      if (stored <= rejectedBytes * 0.9) return;
      stored -= sizeOf(payload);
      rejections.delete(writeId);
    }
  }

  return {
    epoch,
    jobs: jobs.reads,
    async commit(scope, decide) {
      const decision = decide(look(scope));
      const event = write(decision);
      if (event) listeners.notify(event);
      return decision.result;
    },
    newestSequence: async () => newest(),
    lastKnownSequence: newest,
    read: async (key) => documents.get(toText(key)),
    readAll: async (keys) => keys.flatMap((key) => documents.get(toText(key)) ?? []),
    async changesSince({ collection, scope, after, limit, maxCharacters = Infinity }) {
      const changed = [...documents.values()].filter(
        (document) =>
          document.collection === collection && document.sequence > after && sees(scope, document),
      );
      const audiences = typeof scope === 'string' ? [] : scope;
      const left = evictions.flatMap((eviction) => {
        const { sequence, audience } = eviction;
        const head = documents.get(toText(eviction));
        const isOfReader =
          eviction.collection === collection && sequence > after && audiences.includes(audience);
        if (!isOfReader || (head && sees(scope, head))) return [];
        const entry = history.find((row) => row.sequence === sequence);
        return !entry ? [] : [{ ...eviction, writeId: entry.writeId, at: entry.at }];
      });
      const page = cutPage(changed, left, limit);
      const texts = page.documents.map(toTextDocument);
      const characters = texts.reduce((sum, { json }) => sum + json.length, 0);
      const isCut = characters > maxCharacters && texts.length > LEAST_PAGE_DOCUMENTS;
      return { documents: texts, evictions: page.evictions, isCut, newest: newest(), purgeHorizon };
    },
    async list({ collection, scope, afterId, limit, maxCharacters = Infinity, withDeleted = false }) {
      const found = [...documents.values()]
        .filter(
          (document) =>
            document.collection === collection &&
            (withDeleted || !document.deleted) &&
            compareCodePoints(document.id, afterId) > 0,
        )
        .filter((document) => sees(scope, document))
        .sort((a, b) => compareCodePoints(a.id, b.id))
        .slice(0, limit)
        .map(toTextDocument);
      return takeUpTo(found, maxCharacters, ({ json }) => json.length);
    },
    newest: async ({ collection, deleted, before, limit }) =>
      [...documents.values()]
        .filter((one) => one.collection === collection && one.deleted === deleted && one.sequence < before)
        .sort((a, b) => b.sequence - a.sequence)
        .slice(0, limit)
        .map(toTextDocument),
    async checksum(collection, scope) {
      const living = [...documents.values()].filter(
        (document) => document.collection === collection && !document.deleted && sees(scope, document),
      );
      return { ...toChecksum(living), sequence: newest() };
    },
    ownedBy: async (owner) =>
      [...documents.values()]
        .filter((document) => document.owner === owner)
        .sort((a, b) => a.sequence - b.sequence)
        .map(({ collection, id }) => ({ collection, id })),
    async storedBy(owner, most) {
      const entries = history.filter((row) => documents.get(toText(row))?.owner === owner).slice(0, most);
      return { writes: entries.length, bytes: entries.reduce((sum, { data }) => sum + sizeOf(data), 0) };
    },
    history: async (key, before, limit) =>
      history
        .filter((row) => toText(row) === toText(key) && (before === undefined || row.at < before))
        .toReversed()
        .slice(0, limit),
    rejections: async ({ collection, writeId, limit }) =>
      [...rejections.values()]
        .filter((one) => (collection ?? one.collection) === one.collection)
        .filter((one) => (writeId ?? one.writeId) === one.writeId)
        .toReversed()
        .slice(0, limit)
        .map((one) => ({ ...one, owner: verdicts.get(one.writeId)?.owner })),
    countRejections: async () => rejections.size,
    async collections() {
      return namesOf().map((name) => {
        const own = [...documents.values()].filter(({ collection }) => collection === name);
        return {
          name,
          documents: own.filter(({ deleted }) => !deleted).length,
          deleted: own.filter(({ deleted }) => deleted).length,
          history: history.filter(({ collection }) => collection === name).length,
          bytes: own.reduce((sum, { data }) => sum + sizeOf(data), 0),
          lastChange: lastChanges.get(name) ?? null,
        };
      });
    },
    async compact({ before, rejectionsBefore, keptCollections, keptBefore, limit }) {
      const isOlder = (at: string | undefined, than: number) => at === undefined || Date.parse(at) < than;
      const tombstones = [...documents.values()]
        .filter(({ deleted, updatedAt }) => deleted && isOlder(updatedAt, before))
        .slice(0, limit);
      for (const one of tombstones) documents.delete(toText(one));
      const purged = new Set(
        tombstones.filter((one) => !keptCollections.includes(one.collection)).map((one) => toText(one)),
      );
      const entryTimes = new Map(history.map(({ sequence, at }) => [sequence, at]));
      const old = evictions
        .filter(({ sequence }) => isOlder(entryTimes.get(sequence), before))
        .slice(0, limit);
      evictions = evictions.filter((eviction) => !old.includes(eviction));
      purgeHorizon = Math.max(purgeHorizon, ...[...tombstones, ...old].map(({ sequence }) => sequence));
      const isKept = (row: HistoryRow) =>
        !purged.has(toText(row)) &&
        (!keptCollections.includes(row.collection) ||
          documents.has(toText(row)) ||
          !isOlder(row.at, keptBefore));
      for (const row of history) if (!isKept(row)) writes.delete(row.writeId);
      const count = history.length;
      history = history.filter(isKept);
      const stale = [...verdictTimes].filter(([, at]) => at < before).slice(0, limit);
      for (const [writeId] of stale) {
        verdicts.delete(writeId);
        verdictTimes.delete(writeId);
      }
      const refused = [...rejections.values()].filter((one) => one.at < rejectionsBefore).slice(0, limit);
      for (const { writeId } of refused) rejections.delete(writeId);
      return tombstones.length + old.length + (count - history.length) + stale.length + refused.length;
    },
    async clampClock(now, longestLeapMs) {
      clamped = clamped === undefined ? now : Math.max(clamped, Math.min(now, clamped + longestLeapMs));
      return Math.min(now, clamped);
    },
    // Memory can't be damaged.
    inspect: async () => ({ damaged: [], last: undefined }),
    onCommit: listeners.add,
    close: async () => undefined,
  };
}

/** Bytes of its content in UTF-8. */
function sizeOf(data: DocumentData): number {
  return new TextEncoder().encode(JSON.stringify(data)).length;
}

function toStoredData(data: DocumentData): DocumentData {
  return JSON.parse(JSON.stringify(data)) as DocumentData;
}

function toTextDocument({ data, ...document }: StoredDocument): TextDocument {
  return { ...document, json: JSON.stringify(data) };
}

function sees(scope: ReadScope, { audience }: StoredDocument): boolean {
  return scope === 'everything' || (scope !== 'nothing' && scope.includes(audience));
}

function toText({ collection, id }: DocumentKey): string {
  return `${collection}/${id}`;
}
