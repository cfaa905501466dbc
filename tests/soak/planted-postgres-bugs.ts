import type { PlantedBug } from './planted-bugs.ts';

const POSTGRES = 'sync-server/stores/postgres/';
const QUEUE = `${POSTGRES}commit-queue.ts`;

/** Bugs that only several nodes on PostgreSQL, or its failures, can show. */
export const POSTGRES_BUGS: readonly PlantedBug[] = [
  {
    name: 'PostgreSQL: nodes write at the same time',
    file: QUEUE,
    from: `'SELECT 1 FROM writer FOR UPDATE'`,
    to: `'SELECT 1 FROM writer'`,
    foundBy: 'several nodes',
  },
  {
    name: 'PostgreSQL: a node that no longer hears does not look',
    file: `${POSTGRES}hearing.ts`,
    from: 'const timer = setInterval(lookSoon, LOOK_MS);',
    to: 'const timer = setInterval(() => undefined, LOOK_MS);',
    foundBy: 'several nodes',
  },
  {
    name: 'PostgreSQL: a node whose listening connection has ended does not listen again',
    file: `${POSTGRES}hearing.ts`,
    from: `client.once('end', () => setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref());`,
    to: '',
    foundBy: 'several nodes',
  },
  {
    name: 'PostgreSQL: two nodes send one mail',
    file: `${POSTGRES}mails.ts`,
    from: 'AND COALESCE(claimed_until, 0) <= ${CLOCK}',
    to: '',
    foundBy: 'several nodes',
  },
  {
    name: 'PostgreSQL: a commit without an answer is made again',
    file: QUEUE,
    from: 'if (passes && cause.isUndone && isFirst)',
    to: 'if (passes && isFirst)',
    foundBy: 'database failures',
  },
  {
    name: 'PostgreSQL: a node goes on in an epoch that has ended',
    file: `${POSTGRES}epoch.ts`,
    from: 'else if (found?.epoch !== epoch || found.isElsewhere === true) openAgain();',
    to: 'else if (!found) openAgain();',
    foundBy: 'failover',
  },
  {
    name: 'PostgreSQL: a page is read in another epoch',
    file: `${POSTGRES}postgres-store.ts`,
    from: 'if (bounds?.epoch !== epoch) throw epochEnded();',
    to: 'if (!bounds) throw epochEnded();',
    foundBy: 'failover',
  },
  {
    name: 'PostgreSQL: a decision does not see those before it in its group',
    file: `${POSTGRES}commit-group.ts`,
    from: '(documents.get(key) ?? read.document(key))',
    to: 'read.document(key)',
    foundBy: 'PostgreSQL stores',
  },
  {
    name: 'PostgreSQL: numbers leave gaps, as those of a sequence do when a commit is undone',
    file: `${POSTGRES}commit-group.ts`,
    from: 'let { sequence } = read;',
    to: 'let sequence = read.sequence + 1;',
    foundBy: 'several nodes',
  },
  {
    name: 'PostgreSQL: a node listens twice after its listening connection has ended',
    file: `${POSTGRES}hearing.ts`,
    from: 'setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref()',
    to: '[0, 1].map(() => setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref())',
    foundBy: 'several nodes',
  },
  {
    name: 'PostgreSQL: a node does not renew its hold on a job',
    file: 'sync-server/core/jobs/hold-keeper.ts',
    from: 'else await changeOwn(id, { store, holds }, (job) => toChange(holds.renew(job, now)));',
    to: '',
    foundBy: 'PostgreSQL stores',
  },
];
