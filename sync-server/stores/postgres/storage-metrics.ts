import type { StorageMetric } from '#server/metrics/metrics.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { Connections } from './connections.ts';
import type { EpochWatch } from './epoch.ts';

/** What a node tells of its database. */
export function toMetrics(
  { pool }: Pick<Connections, 'pool'>,
  queue: Pick<CommitQueue, 'groups'>,
  watch: Pick<EpochWatch, 'checkedAt'>,
): readonly StorageMetric[] {
  return [
    {
      name: 'nankeen_database_answer_age_seconds',
      help: 'Time since the database last answered a commit, or the look that each node makes every 250 ms.',
      kind: 'gauge',
      read: () => (performance.now() - watch.checkedAt()) / 1000,
    },
    {
      name: 'nankeen_database_connections',
      help: 'Connections of this node that are in use, without those for accounts.',
      kind: 'gauge',
      read: () => pool.totalCount - pool.idleCount,
    },
    {
      name: 'nankeen_database_connections_waited_for',
      help: 'How much work of this node waits for a connection.',
      kind: 'gauge',
      read: () => pool.waitingCount,
    },
    {
      name: 'nankeen_commit_groups_total',
      help: 'Groups of commits that this node has written.',
      kind: 'counter',
      read: () => queue.groups().count,
    },
    {
      name: 'nankeen_writer_wait_seconds_total',
      help: 'How long its groups have waited until they could write, the round trip included.',
      kind: 'counter',
      read: () => queue.groups().waitedMs / 1000,
    },
  ];
}
