import type { CommitScope, CommitView, Decision } from '#server/core/document-store.ts';
import type { Commit, Outcome } from './commit-group.ts';
import type { Connection, Connections } from './connections.ts';
import { DatabaseError } from './database-error.ts';

type Work = (connection: Connection) => Promise<unknown>;

interface Waiting {
  readonly work: Work | Commit;
  readonly resolve: (value: never) => void;
  readonly reject: (cause: unknown) => void;
}

/** Runs work of this process that writes. */
export interface CommitQueue {
  /** Decides and writes, possibly twice; resolves to the decision when it is durable. */
  commit<Result>(
    scope: CommitScope,
    decide: (view: CommitView) => Decision<Result>,
  ): Promise<Decision<Result>>;
  /** Runs other work in the same way. */
  add<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value>;
  /** Resolves when the commits under way have been answered. */
  settled(): Promise<void>;
  /** How many groups were written, and how long they waited for the writer lock. */
  groups(): { readonly count: number; readonly waitedMs: number };
  /** Resolves when the queue is empty. */
  drain(): Promise<void>;
}

/**
 * Most documents of a group, unless its only commit has more: the others, of all nodes, wait for it, and a group that this
 * node works on for a second is cut off.
 */
const MOST = 1000;

/** No other transaction can write until this one has ended, so commits are in the order of their numbers. */
export const LOCK_WRITER = 'SELECT 1 FROM writer FOR UPDATE';

/**
 * Group commit: all work waiting when the last group is done shares one transaction and one flush. When a statement
 * fails, each piece is run again in a transaction of its own, so that only the failing piece is rejected. When the
 * database fails, all are rejected: nobody knows what it has stored. What it has certainly undone is run once more.
 * @param commitAll decides and writes the commits of a group
 * @param check rejects where nothing may be written
 */
export function createCommitQueue(
  connections: Connections,
  commitAll: (connection: Connection, commits: readonly Commit[]) => Promise<readonly Outcome[]>,
  check: (connection: Connection) => Promise<void>,
): CommitQueue {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  let underWay = Promise.resolve();
  let groups = { count: 0, waitedMs: 0 };

  async function lock(connection: Connection): Promise<void> {
    const from = performance.now();
    await connection.rows(LOCK_WRITER);
    groups = { count: groups.count + 1, waitedMs: groups.waitedMs + performance.now() - from };
  }

  /** @returns what to tell each caller, once all of it is durable */
  function write(group: readonly Waiting[]): Promise<readonly (() => void)[]> {
    return connections.write(async (connection) => {
      const [allowed, done] = await Promise.allSettled([
        Promise.all([lock(connection), check(connection)]),
        runAllOf(connection, group),
      ]);
      // The reason why the rest has failed too.
      if (allowed.status === 'rejected') throw allowed.reason;
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    });
  }

  async function runAllOf(
    connection: Connection,
    group: readonly Waiting[],
  ): Promise<readonly (() => void)[]> {
    const answers: (() => void)[] = [];
    const commits = group.flatMap(({ work, ...caller }) =>
      typeof work === 'function' ? [] : [{ commit: work, caller }],
    );
    const outcomes = await commitAll(
      connection,
      commits.map(({ commit }) => commit),
    );
    for (const [index, { caller }] of commits.entries()) answers.push(() => answer(caller, outcomes[index]));
    for (const { work, resolve } of group) {
      if (typeof work !== 'function') continue;
      const value = await work(connection);
      answers.push(() => resolve(value as never));
    }
    return answers;
  }

  async function runGroup(group: readonly Waiting[], isFirst = true): Promise<void> {
    try {
      for (const tell of await write(group)) tell();
    } catch (cause) {
      const passes = cause instanceof DatabaseError;
      if (passes && cause.isUndone && isFirst) return runGroup(group, false);
      if (group.length === 1 || passes) for (const { reject } of group) reject(cause);
      else for (const one of group) await runGroup([one]);
    }
  }

  async function runAll(): Promise<void> {
    // Commits of the same turn share the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const group = takeGroup(waiting);
      waiting = waiting.slice(group.length);
      underWay = runGroup(group);
      await underWay;
    }
    running = undefined;
  }

  const enqueue = <Value>(work: Work | Commit): Promise<Value> =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      running ??= runAll();
    });

  return {
    commit: (scope, decide) => enqueue({ scope, decide }),
    add: (work) => enqueue(work),
    settled: () => underWay,
    groups: () => groups,
    drain: () => running ?? Promise.resolve(),
  };
}

/** The first of what waits, up to `MOST` documents. */
function takeGroup(waiting: readonly Waiting[]): readonly Waiting[] {
  let documents = 0;
  const end = waiting.findIndex(({ work }, index) => {
    documents += typeof work === 'function' ? 1 : work.scope.documents.length;
    return documents > MOST && index > 0;
  });
  return end === -1 ? waiting : waiting.slice(0, end);
}

function answer(
  { resolve, reject }: Pick<Waiting, 'resolve' | 'reject'>,
  outcome: Outcome | undefined,
): void {
  if (outcome && 'decision' in outcome) resolve(outcome.decision as never);
  else reject(outcome?.cause);
}
