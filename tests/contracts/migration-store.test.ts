import { describe, expect, test } from 'vitest';
import type { MigrationAttempt } from '#shared/migration/migration-run.ts';
import { createMemoryMigrations } from '../support/memory-storage.ts';
import { createSqliteMigrations } from '#server/stores/sqlite/migration-tables.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';

describe.each([
  ['memory', createMemoryMigrations],
  ['sqlite', () => createSqliteMigrations(openDatabase(':memory:').writer)],
] as const)('migrations in %s', (_kind, create) => {
  const toLock = (token: string, takenAt: number) => ({
    token,
    owner: `owner of ${token}`,
    takenAt,
    expiresAt: takenAt + 60,
  });

  test('[R-MIG-03] a lock is renewed only by its owner and taken by another once it has expired', () => {
    const store = create();
    expect(store.lock()).toBeUndefined();
    expect(store.take(toLock('a', 0))).toEqual(toLock('a', 0));
    expect(store.take(toLock('b', 59))).toEqual(toLock('a', 0));
    expect(store.take(toLock('a', 50))).toEqual({ ...toLock('a', 50), takenAt: 0 });
    expect(store.take(toLock('b', 109))).toMatchObject({ token: 'a' });
    expect(store.take(toLock('b', 110))).toEqual(toLock('b', 110));
  });

  test('[R-MIG-03] a lock is freed with its own token, or without a token', () => {
    const store = create();
    store.take(toLock('a', 0));
    store.free('b');
    expect(store.lock()).toMatchObject({ token: 'a' });
    store.free('a');
    expect(store.lock()).toBeUndefined();
    store.take(toLock('a', 0));
    store.free(undefined);
    expect(store.lock()).toBeUndefined();
  });

  test('[R-MIG-03] attempts are kept in the order they began, each with its latest state', () => {
    const store = create();
    const attempt: MigrationAttempt = {
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
    store.put(attempt);
    store.put({ ...attempt, id: '1' });
    store.put({ ...attempt, outcome: 'done', jobs: [{ step: 0, id: 'j' }] });
    expect(store.attempts()).toEqual([
      { ...attempt, outcome: 'done', jobs: [{ step: 0, id: 'j' }] },
      { ...attempt, id: '1' },
    ]);
  });
});
