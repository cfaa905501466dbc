import { expect } from 'vitest';
import type { PushResponse, Verdict } from '#shared/sync/messages.ts';
import { pullPage, pushRows, rewindOf, row } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { createRxdbMaster, type Thing } from './rxdb-master.ts';

/** One pushed row, described independently of the server. */
export interface Push {
  readonly id: string;
  readonly change: 'edit' | 'delete' | 'same';
  /** Base of the write; `older` is the state before the newest, if there is one. */
  readonly base: 'none' | 'newest' | 'older';
  /** Whether the push to our server carries the base as a whole document instead of its `writeId`. */
  readonly isWhole: boolean;
}

export type Step =
  | { readonly kind: 'push'; readonly rows: readonly Push[]; readonly isRepeated: boolean }
  | { readonly kind: 'pull'; readonly reader: number; readonly limit: number; readonly goesBack: boolean };

interface State {
  readonly text: string;
  readonly deleted: boolean;
  readonly writeId: string;
}

/**
 * Cases where our protocol deliberately differs from RxDB's master, with the expected verdict. Every other row must get
 * the same verdict from both.
 */
function findDifference(pushed: Push, newest: State | undefined): Partial<Verdict> | undefined {
  const isStale = pushed.base === 'older';
  // RT2: a write on a document that no longer exists. RxDB would create it.
  if (!newest) return pushed.base === 'none' ? undefined : { verdict: 'gone' };
  const deleted = pushed.change === 'delete';
  // PU6: an identical state isn't written again. RxDB writes a new revision.
  const isSame = deleted === newest.deleted && (pushed.change === 'same' || deleted);
  if (isSame && !isStale) return { verdict: 'accepted' };
  // PU4: a create on an id that exists. RxDB calls it a conflict.
  if (pushed.base === 'none') return { verdict: 'rejected', code: 'already-exists' };
  // PU4: a deleted document can only be restored from its history. RxDB revives it.
  if (newest.deleted && !isStale) return { verdict: 'rejected', code: 'failed-precondition' };
  return undefined;
}

/** Makes the same calls to RxDB's own master and to our server and compares their responses. */
export async function createDifferentialWorld() {
  const server = createCoreServer();
  const rxdb = await createRxdbMaster();
  const states = new Map<string, State[]>();
  const readers = [0, 1].map(() => ({ rx: undefined as object | undefined, ours: '' }));
  let writes = 0;
  /** Writes of the last push that requested a rewind, including those already stored. */
  let last = { rewind: '', accepted: [] as readonly string[] };

  const toThing = ({ FBUID, text, _deleted }: Record<string, unknown>) =>
    // Our tombstone keeps the last state before the deletion, RxDB's the content of the deleting row.
    _deleted === true ? { id: FBUID, _deleted } : { id: FBUID, text };
  const fromRx = ({ id, text, _deleted }: Thing & { _deleted: boolean }) =>
    toThing({ FBUID: id, text, _deleted });

  function prepare(pushed: Push) {
    const known = states.get(pushed.id) ?? [];
    const newest = known.at(-1);
    const isOlder = pushed.base === 'older' && known.length > 1;
    const base = pushed.base === 'none' ? undefined : known.at(isOlder ? -2 : -1);
    const effective: Push = { ...pushed, base: pushed.base === 'older' && !isOlder ? 'newest' : pushed.base };
    writes += 1;
    const text = pushed.change === 'edit' || !newest ? `text ${writes}` : newest.text;
    const next: State = { text, deleted: pushed.change === 'delete', writeId: `w${writes}` };
    const unknown: State = { text: 'unknown', deleted: false, writeId: 'unknown' };
    const ourBase = pushed.base === 'none' ? undefined : (base ?? unknown);
    const whole = ourBase && {
      FBUID: pushed.id,
      text: ourBase.text,
      ...(ourBase.deleted ? { _deleted: true } : {}),
    };
    const options = {
      deleted: next.deleted,
      ...(ourBase ? { base: pushed.isWhole && whole ? whole : ourBase.writeId } : {}),
    };
    const toRx = (state: State) => ({ id: pushed.id, text: state.text, _deleted: state.deleted });
    return {
      id: pushed.id,
      next,
      difference: findDifference(effective, newest),
      ours: row(pushed.id, next.writeId, { text }, options),
      rx: { newDocumentState: toRx(next), ...(base ? { assumedMasterState: toRx(base) } : {}) },
    };
  }

  async function push(rows: readonly Push[], isRepeated: boolean): Promise<void> {
    const prepared = rows.map(prepare);
    const common = prepared.filter(({ difference }) => !difference);
    const conflicts = await rxdb.handler.masterWrite(common.map(({ rx }) => rx));
    const masters = new Map(conflicts.map((state) => [state.id, fromRx(state)]));
    const before = await server.store.newestSequence();
    const body = prepared.map(({ ours }) => ours);
    const answer: PushResponse = await pushRows(server, 'admin', 'things', body);
    const rewind = rewindOf(answer);
    if (rewind !== undefined) {
      const accepted = answer.verdicts.filter(({ verdict }) => verdict === 'accepted').map(({ id }) => id);
      last = { rewind, accepted };
    }
    let written = 0;
    for (const [index, { id, next, difference }] of prepared.entries()) {
      const verdict = answer.verdicts[index];
      const master = verdict?.master && toThing(verdict.master);
      if (difference) {
        expect(verdict, `differently: ${id}`).toMatchObject(difference);
      } else if (masters.has(id)) {
        expect({ verdict: verdict?.verdict, master }).toEqual({
          verdict: 'conflict',
          master: masters.get(id),
        });
      } else {
        expect(verdict).toEqual({ id, writeId: next.writeId, verdict: 'accepted' });
        states.set(id, [...(states.get(id) ?? []), next]);
        written += 1;
      }
    }
    expect(await server.store.newestSequence()).toBe(before + written);
    if (!isRepeated) return;
    // PU3: the same call again, as after a lost response. RxDB reports its own write as a conflict.
    const again = await pushRows(server, 'admin', 'things', body);
    const toWords = ({ verdicts }: PushResponse) => verdicts.map(({ verdict, code }) => [verdict, code]);
    expect(toWords(again)).toEqual(toWords(answer));
    expect(await server.store.newestSequence()).toBe(before + written);
  }

  async function pull(reader: number, limit: number, goesBack: boolean): Promise<number> {
    const checkpoint = readers[reader] ?? { rx: undefined, ours: '' };
    // A rewind may repeat documents: pull all of them, so that both end at the same checkpoint.
    const most = goesBack ? 1000 : limit;
    const theirs = await rxdb.handler.masterChangesSince(checkpoint.rx, most);
    const back = goesBack && last.rewind !== '' ? `&rewind=${last.rewind}` : '';
    const page = await pullPage(server, 'admin', 'things', `after=${checkpoint.ours}&limit=${most}${back}`);
    Object.assign(checkpoint, { rx: theirs.checkpoint, ours: page.checkpoint });
    const [expected, came] = [theirs.documents.map(fromRx), page.documents.map(toThing)];
    // PL4: a rewind returns the written documents and all later ones, complete and in order.
    if (back !== '') expect(came.map(({ id }) => id)).toEqual(expect.arrayContaining([...last.accepted]));
    const repeated = back === '' ? 0 : came.length - expected.length;
    expect(repeated).toBeGreaterThanOrEqual(0);
    expect(came.slice(repeated)).toEqual(expected);
    for (const thing of came.slice(0, repeated)) {
      const newest = states.get(String(thing.id))?.at(-1);
      expect(thing).toEqual(newest && toThing({ FBUID: thing.id, ...newest, _deleted: newest.deleted }));
    }
    return came.length;
  }

  return {
    async play(step: Step): Promise<void> {
      if (step.kind === 'push') await push(step.rows, step.isRepeated);
      else await pull(step.reader, step.limit, step.goesBack);
    },
    /** Both readers pull everything. */
    async catchUp(): Promise<void> {
      for (const reader of readers.keys()) while ((await pull(reader, 3, false)) === 3);
    },
    close: () => rxdb.close(),
  };
}
