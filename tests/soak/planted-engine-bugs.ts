import type { PlantedBug } from './planted-bugs.ts';

const PUSH = 'sync-server/core/push.ts';
const DECIDE_WRITE = 'sync-server/core/decide-write.ts';
const APPLY_PAGE = 'pwa/data/sync/apply-page.ts';
const APPLY_VERDICT = 'pwa/data/sync/apply-verdict.ts';
const OUTBOX_RECORD = 'pwa/data/sync/outbox-record.ts';

/** Bugs of the sync engine. */
export const ENGINE_BUGS: readonly PlantedBug[] = [
  {
    name: 'no verdict is remembered',
    file: PUSH,
    from: 'findEarlierVerdict(write, batch, stamp.actor) ?? decideRow(',
    to: 'decideRow(',
    foundBy: 'model',
  },
  {
    name: 'a cut page carries the newest sequence as its checkpoint',
    file: 'sync-server/core/pull.ts',
    from: 'isExhausted ? newest : last',
    to: 'newest',
    foundBy: 'model',
  },
  {
    name: 'a page that came with a poke is applied although changes before it are missing',
    file: 'pwa/data/sync/checkpoint-record.ts',
    from: 'page.after <= here.sequence && here.sequence < there.sequence',
    to: 'here.sequence < there.sequence',
    foundBy: 'model',
  },
  {
    name: 'a page that came with a poke is applied before a rewind',
    file: 'pwa/data/sync/pull-collection.ts',
    from: '|| record.rewinds.length > 0) return false;',
    to: ') return false;',
    foundBy: 'model',
  },
  {
    name: 'rewinds are not kept',
    file: 'pwa/data/sync/checkpoints.ts',
    from: 'rewinds: checkpoint.rewinds.includes(rewind) ? checkpoint.rewinds : [...checkpoint.rewinds, rewind],',
    to: 'rewinds: checkpoint.rewinds,',
    foundBy: 'model',
  },
  {
    name: 'a rewind that a pull used up before its verdicts were applied is not noted again',
    file: 'pwa/data/sync/push-writes.ts',
    from: 'if (rewind !== undefined && isCurrent) await addRewind(database, collection, rewind);',
    to: 'void isCurrent;',
    foundBy: 'stories',
  },
  {
    name: 'a checkpoint of another epoch is accepted',
    file: 'sync-server/core/checkpoint.ts',
    from: 'if (epoch !== expected.epoch) {',
    to: 'if (Number.isNaN(epoch)) {',
    foundBy: 'model',
  },
  {
    name: 'a row that can’t be stored makes the whole push fail',
    file: DECIDE_WRITE,
    from: 'if (problem) return problem;',
    to: `if (problem) throw new Error('poison');`,
    foundBy: 'model',
  },
  {
    name: 'a pull overwrites a document with waiting writes',
    file: APPLY_PAGE,
    from: 'if (!local || chain.length === 0) return takeMaster(',
    to: 'if (!local || chain.length >= 0) return takeMaster(',
    foundBy: 'model',
  },
  {
    name: 'the trail doesn’t count as a fast-forward',
    file: DECIDE_WRITE,
    from: 'if (request.trail.some((entry) => entry.writeId === current.writeId)) return undefined;',
    to: '',
    foundBy: 'model',
  },
  {
    name: 'a conflict is overlooked',
    file: DECIDE_WRITE,
    from: `if (!isCurrent) return { verdict: 'conflict', document: current };`,
    to: 'void isCurrent;',
    foundBy: 'model',
  },
  {
    name: 'a merged write keeps its old base',
    file: APPLY_VERDICT,
    from: 'rebasedOn: master,',
    to: '',
    foundBy: 'model',
  },
  {
    name: 'settling a write drops later ones',
    file: OUTBOX_RECORD,
    from: 'return trail.length === 0 ? undefined : { ...record, base: master, trail };',
    to: 'return undefined;',
    foundBy: 'model',
  },
  {
    name: 'a late response to an overtaken tab drops newer writes',
    file: OUTBOX_RECORD,
    from: 'if (!record.trail.some(({ writeId }) => writeId === master.writeId)) return record;',
    to: '',
    foundBy: 'model',
  },
  {
    name: 'a restart evicts documents with waiting writes',
    file: 'pwa/data/sync/restart.ts',
    from: '} else if (entries.length > 0) {',
    to: '} else if (entries.length < 0) {',
    foundBy: 'model',
  },
  {
    name: 'rejected content is not kept',
    file: APPLY_VERDICT,
    from: 'if (!isDone) await database.rejectedChanges.upsert({ ...reason, ...rejectedChange });',
    to: 'void [isDone, rejectedChange];',
    foundBy: 'model',
  },
  {
    name: 'an older page overwrites a newer state',
    file: APPLY_PAGE,
    from: "if (isOlder && !isRestarting) return { outcome: 'leave' };",
    to: 'void [isOlder, isRestarting];',
    // Random orders reach it about once in a hundred runs, and some seeds not in four hundred.
    foundBy: 'pinned runs',
  },
  {
    name: 'a page reverts a write accepted since the page was requested',
    file: APPLY_PAGE,
    from: 'if (local && isOutdated && lacksSequence(local) &&',
    to: 'if (local && isOutdated && lacksSequence(local) && local.FBUID === "" &&',
    // Random orders reach it about once in several hundred runs.
    foundBy: 'pinned runs',
  },
  {
    name: 'a late poke reverts an accepted write',
    file: 'pwa/data/sync/pull-collection.ts',
    from: 'async () => true);',
    to: 'async () => false);',
    // Random orders reach it once in thousands of runs.
    foundBy: 'pinned runs',
  },
  {
    name: 'settling a refused write drops writes recorded since',
    file: 'pwa/data/sync/outbox.ts',
    from: "const trail = laterWrites(others, to.writeId ?? '');",
    to: "const trail = laterWrites(others, to.writeId ?? '').slice(others.trail.length);",
    foundBy: 'stories',
  },
  {
    name: 'a verdict from an earlier epoch is applied',
    file: 'pwa/data/sync/push-writes.ts',
    from: 'if (toEpoch(checkpoint) !== epoch) continue;',
    to: 'void [toEpoch, epoch];',
    foundBy: 'late responses',
  },
  {
    name: 'the base of waiting writes is lost again in every later restore',
    file: APPLY_PAGE,
    from: 'await settleBase(database, toOutboxId(collection, id), base);',
    to: 'void [settleBase, id, base];',
    // Random orders reach it once in thousands of runs.
    foundBy: 'pinned runs',
  },
  {
    name: 'a replaced base is pushed over a newer state',
    file: APPLY_PAGE,
    from: 'if (!isLost || wasReplaced ||',
    to: 'if (!isLost || (wasReplaced && local.FBUID === "") ||',
    foundBy: 'restore stories',
  },
  {
    name: 'a lost state is replaced without a rejected change',
    file: APPLY_PAGE,
    from: 'if (rejectedChanges.length > 0) await database.rejectedChanges.bulkUpsert(rejectedChanges);',
    to: 'void rejectedChanges;',
    foundBy: 'model',
  },
  {
    name: 'a conflict on a lost state is merged before the restart',
    file: 'pwa/data/sync/push-writes.ts',
    from: 'if (rewind !== undefined && isOfAnotherEpoch(checkpoint, rewind)) return true;',
    to: 'void [rewind, isOfAnotherEpoch];',
    foundBy: 'model',
  },
];
