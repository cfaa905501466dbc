import { join } from 'node:path';
import { prepareImport } from '#cli/import/prepare-import.ts';
import { toPieces } from '#server/http/import-pieces.ts';
import { importIntoJob } from '#server/core/jobs/import-documents.ts';
import { createJobs } from '#server/core/jobs/jobs.ts';
import { stampNow } from '#server/core/stamp.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { printCost } from './print-cost.ts';

const COLLECTION = 'records';
const ADMIN = { ...ANONYMOUS, isAdmin: true };

const [file = '', folder = ''] = process.argv.slice(2);
const store = createSqliteStore(openDatabase(join(folder, 'direct.sqlite')));
const log = { error: (...told: readonly unknown[]) => process.stderr.write(`${String(told)}\n`) };
const jobs = createJobs({ store, clock: systemClock, log });

/** What an import does, into the data file itself: the same reading, checking and writing, in one process without HTTP. */
await printCost(async () => {
  const { spool } = await prepareImport(
    { input: process.stdin, clock: systemClock, createId, interruption: new AbortController().signal },
    {
      file,
      collection: COLLECTION,
      onRejected: ({ problems }) => {
        throw new Error(problems[0]?.message);
      },
      isContinuing: false,
      progress: { report: () => undefined, end: () => undefined },
    },
  );
  const spec = { kind: 'import', collection: COLLECTION, mode: 'upsert', onConflict: 'overwrite' } as const;
  const { id: job } = await jobs.start({ spec }, ADMIN);
  for await (const { from, body, letGo } of spool.read()) {
    const batch = { job, from, collection: COLLECTION, pieces: toPieces(body), keepsGoing: false };
    await importIntoJob(store, batch, stampNow(systemClock, ADMIN));
    letGo();
  }
  await jobs.finish(job, ADMIN);
  await spool.close();
});
await store.close();
