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
import type { Cost } from './timed-command.ts';

/** What an import does, into the data file itself: the same reading, checking and writing, in one process without HTTP. */
async function writeDirectly(file: string, folder: string): Promise<Cost> {
  const actor = { ...ANONYMOUS, isAdmin: true };
  const store = createSqliteStore(openDatabase(join(folder, 'direct.sqlite')));
  const begun = { wall: performance.now(), cpu: process.cpuUsage() };
  const prepared = await prepareImport(
    { input: process.stdin, clock: systemClock, createId, interruption: new AbortController().signal },
    {
      file,
      collection: 'records',
      onRejected: ({ problems }) => {
        throw new Error(problems[0]?.message);
      },
      isContinuing: false,
      progress: { report: () => undefined, end: () => undefined },
    },
  );
  const jobs = createJobs({
    store,
    clock: systemClock,
    log: { error: (...told) => process.stderr.write(`${String(told)}\n`) },
  });
  const spec = { kind: 'import', collection: 'records', mode: 'upsert', onConflict: 'overwrite' } as const;
  const { id: job } = await jobs.start({ spec }, actor);
  for await (const { from, body, letGo } of prepared.spool.read()) {
    const batch = { job, from, collection: 'records', pieces: toPieces(body), keepsGoing: false };
    await importIntoJob(store, batch, stampNow(systemClock, actor));
    letGo();
  }
  await jobs.finish(job, actor);
  const cpu = process.cpuUsage(begun.cpu);
  const wallSeconds = (performance.now() - begun.wall) / 1000;
  await prepared.spool.close();
  await store.close();
  return {
    wallSeconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
}

const [file = '', folder = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await writeDirectly(file, folder)));
