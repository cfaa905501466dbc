import { describe, expect, test } from 'vitest';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import type { MigrationStore } from '#server/migrations/migration-store.ts';

export const MIGRATION_ATTEMPT: MigrationAttempt = {
  id: '2',
  name: 'one',
  checksum: 'c',
  direction: 'up',
  startedAt: 's',
  endedAt: null,
  by: 'admin',
  jobs: [],
  outcome: 'running',
  message: null,
};

/** The contract of every store of migrations. `create` returns an empty one. */
export function testMigrations(name: string, create: () => MigrationStore | Promise<MigrationStore>): void {
  describe(name, () => {
    const toLock = (token: string, takenAt: number) => ({
      token,
      owner: `owner of ${token}`,
      takenAt,
      expiresAt: takenAt + 60,
    });

    test('[R-MIG-03] a lock is renewed only by its owner and taken by another once it has expired', async () => {
      const store = await create();
      expect((await store.read()).lock).toBeUndefined();
      expect(await store.take(toLock('a', 0))).toEqual(toLock('a', 0));
      expect(await store.take(toLock('b', 59))).toEqual(toLock('a', 0));
      expect(await store.take(toLock('a', 50))).toEqual({ ...toLock('a', 50), takenAt: 0 });
      expect(await store.take(toLock('b', 109))).toMatchObject({ token: 'a' });
      expect(await store.take(toLock('b', 110))).toEqual(toLock('b', 110));
    });

    test('[R-MIG-03] a lock is freed with its own token, or without a token', async () => {
      const store = await create();
      await store.take(toLock('a', 0));
      await store.free('b');
      expect((await store.read()).lock).toMatchObject({ token: 'a' });
      await store.free('a');
      expect((await store.read()).lock).toBeUndefined();
      await store.take(toLock('a', 0));
      await store.free(undefined);
      expect((await store.read()).lock).toBeUndefined();
    });

    test('[R-MIG-03] attempts are kept in the order they began, each with its latest state', async () => {
      const store = await create();
      await store.change(() => MIGRATION_ATTEMPT);
      await store.change(() => ({ ...MIGRATION_ATTEMPT, id: '1' }));
      await store.change(() => ({ ...MIGRATION_ATTEMPT, outcome: 'done', jobs: [{ step: 0, id: 'j' }] }));
      expect((await store.read()).attempts).toEqual([
        { ...MIGRATION_ATTEMPT, outcome: 'done', jobs: [{ step: 0, id: 'j' }] },
        { ...MIGRATION_ATTEMPT, id: '1' },
      ]);
    });

    test('[R-MIG-03] of two runners at once one gets the lock, and an attempt is decided on the lock as it is then', async () => {
      const store = await create();
      const taken = await Promise.all([store.take(toLock('a', 0)), store.take(toLock('b', 0))]);
      const [{ token: winner }] = taken;
      expect(['a', 'b']).toContain(winner);
      expect(taken).toEqual([toLock(winner, 0), toLock(winner, 0)]);
      const begin = () =>
        store.change(({ lock }) => {
          if (lock?.token !== winner) throw new Error('The lock is lost.');
          return MIGRATION_ATTEMPT;
        });
      const [, begun] = await Promise.allSettled([store.free(winner), begin()]);
      const attempts = begun.status === 'fulfilled' ? [MIGRATION_ATTEMPT] : [];
      expect((await store.read()).attempts).toEqual(attempts);
      await expect(begin()).rejects.toThrow('The lock is lost.');
      expect((await store.read()).attempts).toEqual(attempts);
    });
  });
}
