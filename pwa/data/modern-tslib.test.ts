import { expect, test } from 'vitest';
import * as tslib from 'tslib';
import * as modern from './modern-tslib.ts';

type Library = Pick<typeof tslib, '__awaiter' | '__asyncGenerator' | '__await' | '__asyncValues'>;

/** Reads a stream the way rxjs does, and says what it has seen. */
async function read(library: Library, parts: readonly (string | Error)[], most: number): Promise<string[]> {
  const seen: string[] = [];
  const reader = parts.values();
  async function next() {
    const { value } = reader.next();
    if (value instanceof Error) throw value;
    return value;
  }
  const stream = library.__asyncGenerator(undefined, [], function* (): Generator<unknown, unknown> {
    try {
      for (;;) {
        const part: unknown = yield library.__await(next());
        if (part === undefined) return yield library.__await(undefined);
        yield yield library.__await(part);
      }
    } finally {
      seen.push('released');
    }
  } as never) as AsyncGenerator<unknown>;
  await (library.__awaiter(
    undefined,
    undefined,
    undefined as never,
    function* () {
      const values = library.__asyncValues(stream) as AsyncIterator<unknown>;
      try {
        for (let count = 0; count < most; count += 1) {
          const { value, done } = (yield values.next()) as IteratorResult<unknown>;
          if (done) return seen.push('done');
          seen.push(String(value));
        }
        yield values.return?.();
      } catch (error) {
        seen.push(`caught ${(error as Error).message}`);
      }
      return seen.push('left');
    } as never,
  ) as Promise<unknown>);
  return seen;
}

test.each([
  ['to its end', ['a', 'b'], 9],
  ['that is empty', [], 9],
  ['that fails', ['a', new Error('broken')], 9],
  ['that is left early', ['a', 'b', 'c'], 1],
])('a stream %s is read as with the package’s own functions', async (_name, parts, most) => {
  const expected = await read(tslib, parts, most);
  expect(expected.length).toBeGreaterThan(1);
  expect(await read(modern as unknown as Library, parts, most)).toEqual(expected);
});
