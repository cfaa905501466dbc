import type { MappedDocuments } from './import-problem.ts';

/** Looks at rows, a few hundred at a time: between two steps a page can answer. */
export type MappingSteps = Generator<void, MappedDocuments>;

const STEP = 250;

/** As `map` of an array, with a pause now and then. */
export function* mapInSteps<From, To>(
  items: readonly From[],
  toItem: (item: From) => To,
): Generator<void, To[]> {
  const mapped: To[] = [];
  for (const item of items) {
    mapped.push(toItem(item));
    if (mapped.length % STEP === 0) yield;
  }
  return mapped;
}

/** @param pause is awaited between the steps */
export async function runSteps(steps: MappingSteps, pause: () => Promise<void>): Promise<MappedDocuments> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}
