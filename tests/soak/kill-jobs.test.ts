import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '#shared/migration/job.ts';
import {
  createJobCalls,
  fillCollection,
  toLines,
  type JobCalls,
  type SentSpec,
} from '../support/job-calls.ts';
import { isOnPostgres } from '../support/suite-store.ts';
import { createUpload, readOffset, sendPiece, toRequests, type Requests } from '../support/upload-file.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { startSoakShop, type SoakShop } from './soak-shop.ts';
import { SEED, toCount } from './soak-setting.ts';

const kills = toCount('JOB_KILLS', { suite: 2, soak: 20 });
const DOCUMENTS = toCount('JOB_DOCUMENTS', { suite: 1500, soak: 6000 });
/** Maximum bytes per chunk of an upload. */
const LARGEST_PIECE = 100_000;

let store: SoakShop;
let server: Requests;
let jobs: JobCalls;
const random = createRandom(SEED);

beforeAll(async () => {
  store = await startSoakShop();
  server = toRequests(store);
  jobs = createJobCalls(server);
}, 120_000);
afterAll(() => store.stop());

const documents = Array.from({ length: DOCUMENTS }, (_, index) => ({
  FBUID: `d${String(index).padStart(6, '0')}`,
  price: index,
  lines: [{ price: index % 7, text: 'x'.repeat(index % 400) }],
}));
/** Documents in a target before a copy: some equal, some with other content, some extra. */
const earlier = documents
  .filter((_, index) => index % 3 === 0)
  .map((document, index) => (index % 2 === 0 ? document : { FBUID: document.FBUID, old: true }))
  .concat([
    { FBUID: 'stray1', old: true },
    { FBUID: 'stray2', old: true },
  ]);

/** A collection's documents and history, without times and write ids. */
async function photograph(collection: string): Promise<string> {
  const text = await (await store.admin(`/admin/export/${collection}?history=1`)).text();
  return text.replaceAll(/"(?:at|writeId)":"[^"]*",?/g, '');
}

/** Kills the server somewhere in the rest of a job, and restarts it. @returns the job's state after the restart */
async function killWithin(id: string, from: number, total: number): Promise<Job> {
  const at = from + pickNumber(random, Math.max(1, total - from));
  for (let job = await jobs.read(id); job.state === 'running' && job.position < at;)
    job = await jobs.read(id);
  await new Promise((resolve) => setTimeout(resolve, pickNumber(random, 8)));
  await store.kill();
  await store.restart();
  const left = await jobs.read(id);
  if (!isOnPostgres) return left;
  // There it goes on by itself, once the dead node's hold on it has ended.
  const hasGoneOn = async () => {
    const { state, position } = await jobs.read(id);
    return state !== 'running' || position > left.position;
  };
  await expect.poll(hasGoneOn, { timeout: 60_000 }).toBe(true);
  return jobs.read(id);
}

/** Runs a job and kills the server repeatedly. */
async function runUnderKills(spec: SentSpec): Promise<Job> {
  let job = await jobs.start(spec);
  // An import knows its total once its file is read.
  const total = job.total ?? DOCUMENTS;
  let interruptions = 0;
  for (let count = 0; count < kills; count++) {
    const part = Math.ceil((total * (count + 1)) / kills);
    job = await killWithin(job.id, job.position, Math.max(part, job.position));
    expect([isOnPostgres ? 'running' : 'interrupted', 'done']).toContain(job.state);
    interruptions += 1;
    if (job.state === 'done') break;
    if (job.state === 'interrupted') await jobs.resume(job.id);
  }
  console.log(`${job.spec.kind}: the server was killed ${interruptions} times within ${total} documents`);
  return jobs.whenEnded(job.id);
}

async function expectSame(one: { job: Job; collection: string }, other: { job: Job; collection: string }) {
  const facts = ({ state, position, total, counts, problems }: Job) => ({
    state,
    position,
    total,
    counts,
    problems,
  });
  expect(facts(one.job)).toEqual(facts(other.job));
  expect(one.job.state).toBe('done');
  expect((await photograph(one.collection)) === (await photograph(other.collection)), 'equal bytes').toBe(
    true,
  );
}

const toCopy = (target: string) => ({ kind: 'copy', source: 'origin', target, mode: 'replace-all' });
const toRename = (collection: string) => ({
  kind: 'rename',
  collection,
  rename: { rules: [{ kind: 'find', find: 'price', replace: 'cost' }] },
});

test(`[R-MIG-03] [F01] a copy with ${kills} kills of its server ends, and is undone, like an uninterrupted one (seed ${SEED})`, async () => {
  await fillCollection(server, 'origin', documents);
  for (const target of ['copyWhole', 'copyCut']) await fillCollection(server, target, earlier);
  const whole = await jobs.run(toCopy('copyWhole'));
  const cut = await runUnderKills(toCopy('copyCut'));
  await expectSame({ job: cut, collection: 'copyCut' }, { job: whole, collection: 'copyWhole' });
  const wholeUndo = await jobs.run({ kind: 'undo', job: whole.id });
  const cutUndo = await runUnderKills({ kind: 'undo', job: cut.id });
  await expectSame({ job: cutUndo, collection: 'copyCut' }, { job: wholeUndo, collection: 'copyWhole' });
  expect(cutUndo.problemCount).toBe(0);
}, 1_200_000);

test(`[R-MIG-06] [F01] a rename with ${kills} kills of its server ends, and is undone, like an uninterrupted one (seed ${SEED})`, async () => {
  for (const collection of ['renameWhole', 'renameCut']) await fillCollection(server, collection, documents);
  const whole = await jobs.run(toRename('renameWhole'));
  const cut = await runUnderKills(toRename('renameCut'));
  await expectSame({ job: cut, collection: 'renameCut' }, { job: whole, collection: 'renameWhole' });
  const wholeUndo = await jobs.run({ kind: 'undo', job: whole.id });
  const cutUndo = await runUnderKills({ kind: 'undo', job: cut.id });
  await expectSame({ job: cutUndo, collection: 'renameCut' }, { job: wholeUndo, collection: 'renameWhole' });
}, 1_200_000);

test(`[R-MIG-05] [F01] [F04] an import with ${kills} kills during its upload and ${kills} while writing ends, and is undone, like an uninterrupted one (seed ${SEED})`, async () => {
  const label = 'documents.ndjson';
  const toImport = (collection: string, upload: string) => ({ kind: 'import', collection, upload, label });
  const whole = await jobs.run(toImport('importWhole', await sendFile([])));
  const bytes = Buffer.byteLength(toLines(documents));
  const upload = await sendFile(Array.from({ length: kills }, () => pickNumber(random, bytes)));
  const cut = await runUnderKills(toImport('importCut', upload));
  await expectSame({ job: cut, collection: 'importCut' }, { job: whole, collection: 'importWhole' });
  expect(cut.counts).toMatchObject({ create: DOCUMENTS, unchanged: 0 });
  const wholeUndo = await jobs.run({ kind: 'undo', job: whole.id });
  const cutUndo = await runUnderKills({ kind: 'undo', job: cut.id });
  await expectSame({ job: cutUndo, collection: 'importCut' }, { job: wholeUndo, collection: 'importWhole' });
  expect(cutUndo.counts).toMatchObject({ delete: DOCUMENTS });
}, 1_200_000);

/** @param deadly byte offsets of the file: the server is killed during the upload of each, which then resumes */
async function sendFile(deadly: readonly number[]): Promise<string> {
  const bytes = Buffer.from(toLines(documents));
  const created = await createUpload(server, bytes.length);
  const id = (created.headers.get('location') ?? '').split('/').at(-1) ?? '';
  const left = deadly.toSorted((a, b) => a - b);
  for (let from = 0; from < bytes.length; from = await readOffset(server, id)) {
    const to = Math.min(from + 1 + pickNumber(random, LARGEST_PIECE), bytes.length);
    const sending = sendPiece(server, id, { from, bytes: bytes.subarray(from, to) }).catch(() => undefined);
    if (left.length > 0 && (left[0] ?? 0) < to) {
      left.shift();
      await new Promise((resolve) => setTimeout(resolve, pickNumber(random, 8)));
      await store.kill();
      await sending;
      await store.restart();
    }
    await sending;
  }
  return id;
}
