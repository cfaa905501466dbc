import { createId } from '#shared/kernel/ids.ts';
import type { WriteOutcome } from './decide-write.ts';
import { PRODUCTS, priceIdOf } from './find-taken-price.ts';
import { createDocumentMap } from './document-map.ts';
import type {
  CommitView,
  Decision,
  Eviction,
  KnownWrite,
  Notice,
  Rejection,
  StoredVerdict,
} from './document-store.ts';
import { toNotices } from './notices.ts';
import type { DocumentKey, HistoryRow, StoredDocument } from './stored-document.ts';
import type { WriteRequest } from './write-request.ts';

/** A rejected payload nested deeper is not kept: stringifying it would overflow the stack and fail the batch. */
const MAX_PAYLOAD_DEPTH = 100;

/** A commit's view overlaid with the writes decided so far: each write of a batch sees those before it. */
export interface WriteBatch extends CommitView {
  record(request: WriteRequest, outcome: WriteOutcome): void;
  remember(verdict: StoredVerdict): void;
  toDecision<Result>(result: Result): Decision<Result>;
}

export function createWriteBatch(view: CommitView): WriteBatch {
  const history: HistoryRow[] = [];
  const documents = createDocumentMap<StoredDocument>();
  const verdicts = new Map<string, StoredVerdict>();
  const rejections: Rejection[] = [];
  const evictions: Eviction[] = [];
  const notices: Notice[] = [];
  const writes = new Map<string, KnownWrite>();
  /** Price ids of the products written here; `undefined` for one without or a deleted one. */
  const prices = new Map<string, string | undefined>();
  let indexed = 0;
  const find = (key: DocumentKey) => documents.get(key) ?? view.document(key);

  /** Indexed on demand: a job never asks. */
  function findWrite(writeId: string): KnownWrite | undefined {
    for (; indexed < history.length; indexed++) {
      const row = history[indexed] as HistoryRow;
      writes.set(row.writeId, row);
    }
    return writes.get(writeId);
  }

  // `sequence` is a field, not a getter: an object literal with a getter has a shape of its own, and V8 keeps that
  // shape, with everything the batch holds, until the next full collection.
  const batch: WriteBatch & { sequence: number } = {
    epoch: view.epoch,
    sequence: view.sequence,
    document: find,
    verdict: (writeId) => verdicts.get(writeId) ?? view.verdict(writeId),
    write: (writeId) => findWrite(writeId) ?? view.write(writeId),
    job: (id) => view.job(id),
    openJobs: () => view.openJobs(),
    productsWithPrice(priceId) {
      const ids = view.productsWithPrice(priceId).filter((id) => !prices.has(id));
      for (const [id, price] of prices) if (price === priceId) ids.push(id);
      return ids;
    },
    renames: (collection) => view.renames(collection),
    renamedFrom: (sequence, jobs) => view.renamedFrom(sequence, jobs),
    record(request, outcome) {
      const { collection, id, data } = request;
      if (outcome.verdict === 'rejected') {
        const { code, message, path } = outcome;
        const { writeId = createId() } = request;
        const payload = nestsDeeperThan(data, MAX_PAYLOAD_DEPTH) ? {} : data;
        rejections.push({ collection, id, writeId, code, message, path, payload });
      }
      if (outcome.verdict !== 'accepted' || !outcome.document || outcome.history.length === 0) return;
      const { audience, sequence } = outcome.document;
      const before = find(request);
      if (before && before.audience !== audience) {
        evictions.push({ sequence, audience: before.audience, collection, id });
      }
      notices.push(...toNotices(before, outcome.document, find));
      documents.set(request, outcome.document);
      if (collection === PRODUCTS) {
        prices.set(id, outcome.document.deleted ? undefined : priceIdOf(outcome.document.data));
      }
      history.push(...outcome.history);
      batch.sequence = sequence;
    },
    remember: (verdict) => void verdicts.set(verdict.writeId, verdict),
    toDecision: (result) => ({
      history,
      documents: documents.values(),
      verdicts: [...verdicts.values()],
      rejections,
      evictions,
      notices,
      result,
    }),
  };
  return batch;
}

function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeperThan(inner, levels - 1));
}
