import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isTestFile, readSourceFiles } from '../support/source-files.ts';

const OPERATIONS = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const FILES = readSourceFiles().filter(
  ({ path }) => /^(?:sync-server|shared)\//.test(path) && !isTestFile(path),
);

/** What is bounded by the work that it belongs to: it is gone when a call, a plan or an import ends. */
const OF_ONE_TASK = '';

/**
 * Everything that can grow while the server runs: its row in the table of `docs/operations.md`, and the constants of
 * its file whose numbers the row names.
 */
const BOUNDS: Readonly<Record<string, readonly [row: string, ...constants: string[]]>> = {
  'shared/kernel/money.ts formats': ['formats of amounts'],
  'shared/migration/name-words.ts forms': [OF_ONE_TASK],
  'shared/migration/plan-accumulator.ts renamed': [OF_ONE_TASK],
  'sync-server/core/changes-feed.ts leaving': ['live streams'],
  'sync-server/core/changes-feed.ts poked': ['changes to announce'],
  'sync-server/core/changes-feed.ts readers': ['live streams'],
  'sync-server/core/changes-feed.ts touched': ['changes to announce'],
  'sync-server/core/changes-feed.ts touchedByJobs': ['changes to announce'],
  'sync-server/core/delete-alarm.ts counts': ['deletes of the present minute'],
  'sync-server/core/document-map.ts collections': [OF_ONE_TASK],
  'sync-server/core/jobs/active-jobs.ts active': ['running jobs'],
  'sync-server/core/jobs/jobs.ts failures': ['reasons why jobs stopped'],
  'sync-server/core/jobs/jobs.ts stops': ['running jobs'],
  'sync-server/core/jobs/recent-plans.ts plans': ['plans of jobs', 'MOST'],
  'sync-server/core/product-index.ts products': ['products for pages and prices'],
  'sync-server/core/rename-stale-write.ts compiled': ['compiled renames', 'MOST_COMPILED'],
  'sync-server/core/write-batch.ts prices': [OF_ONE_TASK],
  'sync-server/core/write-batch.ts verdicts': [OF_ONE_TASK],
  'sync-server/core/write-batch.ts writes': [OF_ONE_TASK],
  'sync-server/files/file-library.ts turns': ['pictures and documents being stored'],
  'sync-server/files/file-uploads.ts sending': ['pictures and documents being sent', 'MOST_AT_ONCE'],
  'sync-server/http/collection-responses.ts underWay': ['reads of whole collections', 'MOST_AT_ONCE'],
  'sync-server/http/limit-bodies.ts ofNetwork': ['request bodies'],
  'sync-server/http/limit-responses.ts open': ['responses that are not read'],
  'sync-server/http/open-streams.ts ages': ['live streams'],
  'sync-server/http/open-streams.ts ofHolder': ['live streams'],
  'sync-server/http/open-streams.ts ofNetwork': ['live streams'],
  'sync-server/http/page-cache.ts pages': ['rendered pages'],
  'sync-server/http/prepare-close.ts inFlight': ['connections'],
  'sync-server/http/render-pages.ts underWay': ['pages being rendered', 'MOST_AT_ONCE'],
  'sync-server/http/stream-output.ts encoded': ['changes to announce'],
  'sync-server/http/token-buckets.ts buckets': ['counts of callers (tokens)', 'MAX_KEYS'],
  'sync-server/http/write-quota.ts amounts': ['what owners have stored', 'MAX_OWNERS'],
  'sync-server/import/hidden-pictures.ts counts': [OF_ONE_TASK],
  'sync-server/import/import-files.ts progress': ['imports being checked'],
  'sync-server/import/import-files.ts running': ['imports being checked'],
  'sync-server/metrics/device-lags.ts devices': ['positions of devices (metrics)', 'MAX_DEVICES'],
  'sync-server/payments/create-checkouts.ts underWay': ['payments under way'],
  'sync-server/stores/commit-listeners.ts listeners': ['changes to announce'],
  'sync-server/stores/postgres/commit-group.ts verdicts': [OF_ONE_TASK],
  'sync-server/stores/postgres/commit-group.ts writes': [OF_ONE_TASK],
  'sync-server/stores/postgres/commit-view.ts known': [OF_ONE_TASK],
  'sync-server/stores/postgres/commit-view.ts missing': [OF_ONE_TASK],
  'sync-server/stores/postgres/facts.ts blocked': ['roles, blocked devices'],
  'sync-server/stores/postgres/facts.ts roles': ['roles, blocked devices'],
  'sync-server/stores/postgres/facts.ts sessions': ['sessions in use (PostgreSQL)'],
  'sync-server/stores/sqlite/attempt-table.ts changes': ['counts not written yet', 'MOST_WAITING'],
  'sync-server/stores/sqlite/device-table.ts blocked': ['roles, blocked devices'],
  'sync-server/stores/sqlite/mail-table.ts claims': ['mails being sent'],
  'sync-server/stores/sqlite/session-rows.ts statements': ['statements of SQLite'],
  'sync-server/stores/sqlite/staff-grants.ts roles': ['roles, blocked devices'],
  'sync-server/stores/waiting-views.ts waiting': ['views not written yet'],
  'sync-server/upkeep/alerts.ts incidents': ['open incidents'],
  'sync-server/uploads/resumable-uploads.ts callers': ['connections'],
  'sync-server/uploads/resumable-uploads.ts infos': ['uploads'],
};

/** Names of functions whose variables last as long as what they return. */
const LASTING = /^(?:create|limit|measure|open|prepare|start|watch)|Routes$/;
const FUNCTION = /^(?:export )?(?:async )?function\*? (\w+)/;
const COLLECTION = /^( {0,2})(?:const|let) (\w+)[^=]*= new (Map|Set|WeakMap|LRUCache)\b(.*)/;

/** Maps, sets and caches of a module, empty at first, and of the functions that make lasting parts. */
function findLasting(text: string): readonly string[] {
  const found: string[] = [];
  let name = '';
  for (const line of text.split('\n')) {
    name = FUNCTION.exec(line)?.[1] ?? (line === '}' ? '' : name);
    const [, indent, variable = '', kind, rest = ''] = COLLECTION.exec(line) ?? [];
    const isEmpty = /^(?:<[^(]*>)?\(\)/.test(rest) || kind === 'WeakMap' || kind === 'LRUCache';
    if (indent === undefined) continue;
    if (indent === '' ? isEmpty : LASTING.test(name)) found.push(variable);
  }
  return found;
}

const ROWS = new Map(
  [...OPERATIONS.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|.*\|$/gmu)].map(([, name = '', bound = '']) => [
    name,
    bound,
  ]),
);

test('[T22] [T37] everything that can grow in the server’s memory is known', () => {
  const found = FILES.flatMap(({ path, text }) => findLasting(text).map((name) => `${path} ${name}`));
  expect(found.toSorted()).toEqual(Object.keys(BOUNDS).toSorted());
});

test.each(Object.entries(BOUNDS).filter(([, [row]]) => row !== OF_ONE_TASK))(
  '[T22] [T37] the bound of %s stands in the table of operations.md',
  (key, [row, ...constants]) => {
    expect(ROWS.get(row), `no row “${row}”`).toBeDefined();
    const text = FILES.find(({ path }) => path === key.split(' ')[0])?.text ?? '';
    for (const name of constants) {
      const value = Number(new RegExp(`const ${name} = ([\\d_]+);`).exec(text)?.[1]?.replaceAll('_', ''));
      expect(ROWS.get(row)).toMatch(new RegExp(`(?<!\\d|\\d,)${value.toLocaleString('en')}(?!\\d|,\\d)`));
    }
  },
);
