/**
 * What rxjs takes from `tslib` to read async iterables and streams, for browsers that know them themselves: the
 * package's own functions are several times as large.
 */

type Steps = Generator<unknown, unknown>;

/** What an async generator waits for, told apart from what it yields. */
class Waited {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

export const __await = (value: unknown) => new Waited(value);

export const __asyncValues = (iterable: AsyncIterable<unknown>) => iterable[Symbol.asyncIterator]();

/** An async function that was written as a generator. */
export async function __awaiter(self: unknown, _arguments: unknown, _Promise: unknown, write: () => Steps) {
  const steps = write.call(self);
  let step = steps.next();
  while (!step.done) step = await settle(steps, step.value);
  return step.value;
}

/** An async generator that was written as a generator. */
export async function* __asyncGenerator(
  self: unknown,
  _arguments: unknown,
  write: () => Steps,
): AsyncGenerator<unknown, void> {
  const steps = write.call(self);
  try {
    let step = steps.next();
    while (!step.done) {
      const { value } = step;
      step = value instanceof Waited ? await settle(steps, value.value) : steps.next(yield value);
    }
  } finally {
    steps.return(undefined);
  }
}

async function settle(steps: Steps, value: unknown): Promise<IteratorResult<unknown, unknown>> {
  let result: unknown;
  try {
    result = await value;
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(result);
}
