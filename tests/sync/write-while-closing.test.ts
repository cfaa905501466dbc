import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { expect, test } from 'vitest';
import { openDatabase } from '#pwa/data/store/database.ts';
import { writeDocument } from '#pwa/data/store/local-writes.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';

test.each([0, 3, 10])(
  '[CL6] of two first writes of a document while its store closes, each is stored or fails (%i turns earlier)',
  async (turns) => {
    const database = await openDatabase({
      name: `closing${turns}`,
      storage: getRxStorageMemory(),
      isShared: false,
      collections: ['contacts'],
    });
    const clock = createTestClock();
    const write = (text: string) =>
      writeDocument({ database, clock }, 'contacts', 'a', () => enquiryContent(text));
    const writes = Promise.allSettled([write('one'), write('two')]);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const closing = database.close();
    const ends = await writes;
    await closing;
    expect(ends[0]?.status).toBe('fulfilled');
    for (const end of ends) {
      if (end.status === 'rejected') expect(String(end.reason)).toContain('the local store is closing');
    }
  },
);
