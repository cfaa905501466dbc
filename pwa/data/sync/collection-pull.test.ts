import { expect, test } from 'vitest';
import type { PokePage } from '#shared/sync/messages.ts';
import { createCollectionPull } from './collection-pull.ts';

test('[ST8] a page that can’t be applied is pulled, and so is everything after too many pages', async () => {
  const log: string[] = [];
  let release = () => {};
  const waits = new Promise<void>((resolve) => (release = resolve));
  const one = createCollectionPull({
    pull: async () => void log.push('pull'),
    apply: async ({ after }) => {
      await waits;
      log.push(`page ${after}`);
      if (after === 1) throw new Error('The disk failed.');
      return true;
    },
    onFailure: () => void log.push('failed'),
    random: () => 0,
  });
  const page = (after: number): PokePage => ({ after, documents: [], checkpoint: `1.e.s.${after + 1}` });
  one.take(page(0));
  for (let after = 10; after < 31; after++) one.take(page(after));
  release();
  await one.whenIdle();
  expect(log).toEqual(['page 0', 'pull']);
  one.take(page(1));
  await one.whenIdle();
  one.take(page(2));
  await one.whenIdle();
  expect(log.slice(2)).toEqual(['page 1', 'failed', 'pull']);
  await one.stop();
});
