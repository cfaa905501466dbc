import { expect, test } from 'vitest';
import { systemClock } from '#shared/kernel/clock.ts';
import { toRemote } from '../tests/support/remote-store.ts';
import { createDueQueue } from './due-queue.ts';

test.each([0, 1, 2, 3, 4, 5])(
  '[ML1] [PY1] a row that is stored while the queue looks is worked on at once (after %i turns)',
  async (turns) => {
    const rows: string[] = [];
    const store = toRemote({
      nextDue: async () => rows[0],
      nextAt: async () => (rows.length > 0 ? 0 : undefined),
      work: async () => void rows.shift(),
    });
    const queue = createDueQueue({ ...store, onError: () => expect.unreachable(), clock: systemClock });
    queue.start();
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    rows.push('row');
    queue.wake();
    await queue.idle();
    expect(rows).toEqual([]);
    await queue.stop();
  },
);
