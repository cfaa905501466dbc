import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { CONFLICT_CHOICES } from '#shared/migration/job-spec.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { importDocuments, importIntoJob } from '#server/core/jobs/import-documents.ts';
import { createImportTurns } from '#server/core/jobs/import-turns.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import { toPieces } from './import-pieces.ts';
import { readUtf8 } from './read-body.ts';
import { readInteger } from './read-query.ts';

const MAX_BYTES = 2 * 1_048_576;
/** All of an import in one commit, which holds up everybody else for as long, and in memory at once. */
const MAX_ATOMIC_BYTES = 16 * 1_048_576;

export interface ImportParts {
  readonly store: DocumentStore;
  readonly clock: Clock;
}

const MODES = ['upsert', 'insert', 'merge'] as const;

/**
 * Takes documents, one a line, in one transaction a request. With `job` they belong to an import that is a job, `from`
 * being the place of the first in the whole; a few requests may be under way at once. `continue=1` lists refused documents and writes the others; `dryRun=1`
 * writes nothing; `atomic=1` takes a whole file at once.
 */
export function importRoute(api: ApiRouter, { store, clock }: ImportParts): void {
  const turns = createImportTurns(store.jobs);
  api.onRaw(ENDPOINTS.import, async (c, { params: { collection } }) => {
    const keepsGoing = c.req.query('continue') === '1';
    const isDryRun = c.req.query('dryRun') === '1';
    const job = c.req.query('job');
    if (job !== undefined && !isDryRun) {
      const from = readInteger(c, 'from', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 });
      const turn = turns.enter(job, from);
      try {
        const body = await readLines(c);
        await turn.come();
        const batch = { job, from, collection, pieces: toPieces(body), keepsGoing };
        return c.json(await importIntoJob(store, batch, stampNow(clock, c.get('actor'))));
      } finally {
        turn.leave();
      }
    }
    const pieces = toPieces(await readLines(c));
    const stamp = stampNow(clock, c.get('actor'));
    const mode = readChoice(c, 'mode', MODES);
    const onConflict = readChoice(c, 'onConflict', ['overwrite', ...CONFLICT_CHOICES]);
    const settings = { collection, mode, onConflict };
    return c.json(await importDocuments(store, { settings, pieces, keepsGoing, isDryRun }, stamp));
  });
}

async function readLines(c: Context<AppEnv>): Promise<Buffer> {
  if (c.req.query('atomic') !== '1') return readUtf8(c, MAX_BYTES);
  try {
    return await readUtf8(c, MAX_ATOMIC_BYTES);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 413) throw error;
    const message =
      `An import in one transaction holds at most ${MAX_ATOMIC_BYTES / 1_048_576} MiB. Nothing was written. ` +
      'Import it without --atomic: it can be undone as a whole all the same.';
    throw new AppError('resource-exhausted', message, { status: 413, cause: error });
  }
}

/** One of several words, the first unless another is named. @throws AppError `invalid-argument` for another one */
function readChoice<Choice extends string>(
  c: Context,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = c.req.query(name) ?? choices[0];
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  const words = [...new Set(choices)].join(', ');
  throw new AppError('invalid-argument', `${name} is one of: ${words}.`, { path: name });
}
