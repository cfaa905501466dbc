import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import { decidePrevalidatedWrite, decideWrite, type WriteOutcome } from '../decide-write.ts';
import type { StoredDocument } from '../stored-document.ts';
import type { Stamp } from '../stamp.ts';
import type { WriteBatch } from '../write-batch.ts';
import type { WriteRequest } from '../write-request.ts';
import { NOT_RENAMED, type Step } from './work.ts';

/**
 * Decides documents one by one; each sees the writes before it. Every write takes the common write path, which may
 * still reject it.
 */
export function decideBatch(
  steps: readonly Step[],
  batch: WriteBatch,
  stamp: Stamp,
): readonly DecidedDocument[] {
  return steps.map((step) => {
    const decided = step.decide(batch, stamp.at);
    const current = batch.document(step.key);
    const request = toRequest(step.key, decided, current);
    if (!request) return decided;
    const decideRequest = step.isPrevalidated ? decidePrevalidatedWrite : decideWrite;
    const outcome = decideRequest(request, batch, stamp);
    if (outcome.verdict !== 'accepted') return toRejected(decided, outcome);
    batch.record(request, outcome);
    const isWritten = outcome.history.length > 0;
    return isWritten ? decided : { ...decided, action: 'unchanged', after: null, rename: NOT_RENAMED };
  });
}

const NO_TRAIL: WriteRequest['trail'] = [];
const ANY: WriteRequest['base'] = { kind: 'any' };

function toRequest(
  key: Step['key'],
  { action, after }: DecidedDocument,
  current: StoredDocument | undefined,
): WriteRequest | undefined {
  const deleted = action === 'delete';
  if (!after && !deleted) return undefined;
  return {
    collection: key.collection,
    id: key.id,
    writeId: undefined,
    base: ANY,
    deleted,
    data: after ?? current?.data ?? {},
    madeAt: undefined,
    trail: NO_TRAIL,
  };
}

function toRejected(
  decided: DecidedDocument,
  outcome: Exclude<WriteOutcome, { verdict: 'accepted' }>,
): DecidedDocument {
  const { code, path, message } =
    outcome.verdict === 'rejected' ? outcome : { code: 'aborted', path: '', message: 'It has just changed.' };
  const problems = [{ id: decided.id, code, path, message }];
  return { ...decided, action: 'reject', after: null, problems, rename: NOT_RENAMED };
}
