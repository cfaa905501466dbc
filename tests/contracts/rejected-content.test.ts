import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../support/memory-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { createTestClock } from '../support/test-clock.ts';
import { decideWrites, put } from './document-store-writes.ts';

const BUDGET = 10_000;
const KINDS = {
  memory: () => {
    const store = createMemoryStore(createTestClock(), BUDGET);
    return { store, dispose: () => store.close() };
  },
  sqlite: () => openTemporaryStore(createTestClock(), BUDGET),
};

describe.each(['memory', 'sqlite'] as const)('rejected content in %s', (kind) => {
  test('[T37] stays within its budget: the oldest goes first, and nothing accepted', async () => {
    const { store, dispose } = KINDS[kind]();
    const reject = (number: number) =>
      store.commit({ documents: [], writeIds: [] }, (view) => {
        const common = {
          collection: 'contacts',
          id: 'a',
          writeId: `w${number}`,
          code: 'invalid-argument',
        } as const;
        const rejection = { ...common, message: 'no', path: '', payload: { text: 'x'.repeat(990) } };
        return { ...decideWrites(view, []), rejections: [rejection] };
      });
    await put(store, { id: 'accepted', data: { text: 'y'.repeat(2 * BUDGET) } });
    for (let number = 0; number < 100; number++) {
      await reject(number);
      const kept = (await store.rejections({ limit: 100 })).map(({ writeId }) => writeId);
      const first = Math.max(0, number + 1 - kept.length);
      expect(kept, 'the newest, without gaps').toEqual(
        Array.from({ length: kept.length }, (_, index) => `w${first + index}`).toReversed(),
      );
      expect(kept.length).toBeLessThanOrEqual(9);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(number + 1, 8));
    }
    expect((await store.read({ collection: 'contacts', id: 'accepted' }))?.data['text']).toHaveLength(
      2 * BUDGET,
    );
    await dispose();
  });

  test('[T37] content larger than the budget is not kept', async () => {
    const { store, dispose } = KINDS[kind]();
    await store.commit({ documents: [], writeIds: [] }, (view) => {
      const common = { collection: 'contacts', id: 'a', writeId: 'w', code: 'invalid-argument' } as const;
      const payload = { text: 'x'.repeat(BUDGET) };
      return { ...decideWrites(view, []), rejections: [{ ...common, message: 'no', path: '', payload }] };
    });
    expect(await store.rejections({ limit: 9 })).toEqual([]);
    await dispose();
  });
});
