import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { SEED, toCount } from '../soak/soak-setting.ts';
import type { Network } from '../support/test-device.ts';
import { createStory } from './story.ts';

const RUNS = toCount('HOSTILE_RUNS', { suite: 40, soak: 2000 });

/** Field names that devices read: random values under them are most likely to pass for a response. */
const NAMES = [
  'documents',
  'checkpoint',
  'verdicts',
  'rewind',
  'error',
  'code',
  'reason',
  'path',
  'restoredTo',
];

const json = fc.jsonValue({ maxDepth: 2 });
const named = fc.dictionary(fc.constantFrom(...NAMES), json);
const plausible = fc.record(
  {
    documents: fc.array(json, { maxLength: 2 }),
    checkpoint: fc.oneof(fc.string(), json),
    verdicts: fc.array(
      fc.record({ id: json, writeId: json, verdict: fc.constantFrom('accepted', 'lost', 1) }),
    ),
    rewind: fc.oneof(fc.string(), json),
    error: fc.record({
      code: fc.constantFrom('aborted', 'internal', 'unauthenticated', 'unknown', 'none', 7),
      message: json,
      reason: fc.constantFrom('RESET', 'SCOPE_CHANGED', 'UPGRADE', null),
      restoredTo: json,
    }),
  },
  { requiredKeys: [] },
);
const answer = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 400, 401, 403, 404, 409, 426, 429, 500, 502, 503),
  text: fc.oneof(
    fc.oneof(json, named, plausible).map((value) => JSON.stringify(value)),
    fc.string(),
  ),
});

/** Responds from the list; after its end the network is gone. */
function answering(answers: readonly { readonly status: number; readonly text: string }[]): Network {
  let count = 0;
  return async () => {
    const given = answers[count++];
    if (!given) throw new TypeError('Failed to fetch');
    return new Response(given.text, { status: given.status });
  };
}

test(
  `[CL2] [F24] after any response a device fails with an error, keeps its pending writes and catches up afterwards (seed ${SEED}, ${RUNS} runs)`,
  { timeout: 60_000 + RUNS * 200 },
  async () => {
    const run = async (answers: readonly { status: number; text: string }[]) => {
      const story = createStory();
      try {
        const ada = await story.person();
        await ada.writes('a', 'confirmed');
        await ada.writes('b', 'confirmed');
        await ada.syncs();
        await ada.writes('b', 'waiting');
        ada.has(answering(answers));
        for (const doing of [() => ada.device.pull('contacts'), () => ada.device.push()]) {
          const failure: unknown = await doing().catch((error: unknown) => error);
          if (failure !== undefined) expect(failure).toBeInstanceOf(AppError);
        }
        await ada.hasWaiting('b');
        await ada.hasRejectedChanges();
        ada.comesOnline();
        await ada.fetches();
        await ada.syncs();
        await story.serverWrites('a', 'written there');
        await ada.fetches();
        await ada.sees({ a: 'written there', b: 'waiting' });
        await story.serverHas({ a: 'written there', b: 'waiting' });
        await ada.seesState('b', 'acknowledged');
        await ada.hasWaiting();
      } finally {
        await story.end();
      }
    };
    const list = fc.array(answer, { minLength: 1, maxLength: 6 });
    await fc.assert(fc.asyncProperty(list, run), { seed: SEED, numRuns: RUNS });
  },
);
