import { expect, test, vi } from 'vitest';
import { mapInSteps, runSteps } from './mapping-steps.ts';

test('[R-MIG-05] many rows are looked at a few hundred at a time, with a pause between', async () => {
  const items = Array.from({ length: 600 }, (_, line) => line);
  const pause = vi.fn(async () => {});
  function* steps() {
    const documents = yield* mapInSteps(items, (line) => ({ line, document: {} }));
    return { documents, problems: [], notices: [], leftOut: [] };
  }
  const { documents } = await runSteps(steps(), pause);
  expect(documents.map(({ line }) => line)).toEqual(items);
  expect(pause).toHaveBeenCalledTimes(2);
});
