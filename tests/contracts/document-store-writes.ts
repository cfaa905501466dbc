import type { Owner } from '#shared/access/actor.ts';
import type { Audience } from '#shared/access/decide-access.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { CommitView, Decision, DocumentStore, Eviction } from '#server/core/document-store.ts';
import type { DocumentData, HistoryRow, StoredDocument } from '#server/core/stored-document.ts';

/** One write as a test describes it; the rest has defaults. */
export interface PlainWrite {
  readonly collection?: string;
  readonly id: string;
  readonly writeId?: string;
  readonly audience?: Audience;
  readonly owner?: Owner;
  readonly data?: DocumentData;
  readonly deleted?: boolean;
  readonly at?: string;
}

const AT = Date.parse('2026-03-02T09:00:00.000Z');

/** A decision that stores these writes, numbered on from the view, each later than the one before. */
export function decideWrites(
  view: CommitView,
  writes: readonly PlainWrite[],
): Omit<Decision<readonly number[]>, 'rest'> {
  const history: HistoryRow[] = [];
  const documents = new Map<string, StoredDocument>();
  const evictions: Eviction[] = [];
  for (const write of writes) {
    const { collection = 'contacts', id, writeId = createId(), deleted = false, audience = 'public' } = write;
    const sequence = view.sequence + history.length + 1;
    const at = write.at ?? new Date(AT + sequence).toISOString();
    const data = write.data ?? { FBUID: id };
    const common = { collection, id, sequence, writeId, data, updatedBy: 'no user found' };
    const operation = deleted ? 'delete' : 'update';
    history.push({ ...common, at, madeAt: undefined, operation, device: undefined });
    const state = { ...common, deleted, owner: write.owner, audience, updatedAt: at };
    const before = documents.get(`${collection}/${id}`) ?? view.document({ collection, id });
    if (before && before.audience !== audience) {
      evictions.push({ collection, id, sequence, audience: before.audience });
    }
    documents.set(`${collection}/${id}`, state);
  }
  const result = history.map(({ sequence }) => sequence);
  return { history, documents: [...documents.values()], verdicts: [], rejections: [], evictions, result };
}

/** Stores writes in one commit; resolves to their sequences. */
export function put(store: DocumentStore, ...writes: readonly PlainWrite[]): Promise<readonly number[]> {
  return store.commit(toScope(writes), (view) => decideWrites(view, writes));
}

export function toScope(writes: readonly PlainWrite[]) {
  return {
    documents: writes.map(({ collection = 'contacts', id }) => ({ collection, id })),
    writeIds: writes.flatMap(({ writeId }) => writeId ?? []),
  };
}

/** Everything visible through the port, for comparing before and after. */
export async function snapshot(
  store: DocumentStore,
  keys: readonly { collection: string; id: string }[],
  writeIds: readonly string[] = [],
): Promise<unknown> {
  const readView = (view: CommitView) => ({
    sequence: view.sequence,
    verdicts: writeIds.map((writeId) => view.verdict(writeId) ?? null),
    writes: writeIds.map((writeId) => view.write(writeId) ?? null),
    documents: keys.map((key) => view.document(key) ?? null),
  });
  return {
    newest: await store.newestSequence(),
    collections: await store.collections(),
    heads: await Promise.all(keys.map((key) => store.read(key))),
    histories: await Promise.all(keys.map((key) => store.history(key, undefined, 1000))),
    inCommit: await store.commit({ documents: keys, writeIds }, (view) => ({
      ...decideWrites(view, []),
      result: readView(view),
    })),
  };
}
