import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { snapshot, put } from '../../../tests/contracts/document-store-writes.ts';
import { openTemporaryStore } from '../../../tests/support/temporary-store.ts';
import { createCommitQueue } from './commit-queue.ts';

function createWorld() {
  const statements: string[] = [];
  const database = new Database(':memory:', { verbose: (text) => void statements.push(String(text)) });
  database.exec('CREATE TABLE note (text TEXT NOT NULL UNIQUE)');
  const insert = database.prepare<[string]>('INSERT INTO note VALUES (?)');
  const notes = () => database.prepare<[], string>('SELECT text FROM note ORDER BY text').pluck().all();
  const count = (word: string) => statements.filter((text) => text.startsWith(word)).length;
  return { database, queue: createCommitQueue(database), insert, notes, count };
}

test('[DU2] writes that wait at the same moment share one transaction, later ones use the next', async () => {
  const { queue, insert, notes, count } = createWorld();
  await Promise.all(['a', 'b', 'c'].map((text) => queue.add(() => insert.run(text))));
  expect(count('BEGIN')).toBe(1);
  expect(count('COMMIT')).toBe(1);
  await queue.add(() => insert.run('d'));
  expect(count('COMMIT')).toBe(2);
  expect(notes()).toEqual(['a', 'b', 'c', 'd']);
});

test('[DU2] a write that fails half-way is rolled back alone', async () => {
  const { queue, insert, notes } = createWorld();
  const settled = await Promise.allSettled([
    queue.add(() => insert.run('first')),
    queue.add(() => {
      insert.run('half');
      insert.run('first');
    }),
    queue.add(() => insert.run('last')),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(notes()).toEqual(['first', 'last']);
});

test('[DU2] when the shared transaction fails, every write in it is rejected and nothing is stored', async () => {
  const { database, queue, insert, notes } = createWorld();
  database.exec(`
    CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
  `);
  database.pragma('foreign_keys = ON');
  // COMMIT checks a deferred constraint, so the whole transaction fails.
  const orphan = database.prepare('INSERT INTO child VALUES (1)');
  const settled = await Promise.allSettled([queue.add(() => insert.run('a')), queue.add(() => orphan.run())]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(notes()).toEqual([]);
  await queue.add(() => insert.run('b'));
  expect(notes()).toEqual(['b']);
});

test('[DU2] closing waits for queued writes', async () => {
  const { queue, insert, notes } = createWorld();
  const work = queue.add(() => insert.run('a'));
  await queue.drain();
  expect(notes()).toEqual(['a']);
  await work;
});

test('[DU2] of 30 simultaneous pushes only the one that repeats a writeId fails', async () => {
  const world = openTemporaryStore();
  await put(world.store, { id: 'old', writeId: 'taken' });
  const settled = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      put(
        world.store,
        { id: `d${index}` },
        { id: `e${index}`, writeId: index === 13 ? 'taken' : `w${index}` },
      ),
    ),
  );
  expect(settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([13]);
  expect(await world.store.newestSequence()).toBe(1 + 29 * 2);
  expect(await world.store.read({ collection: 'contacts', id: 'd13' })).toBeUndefined();
  await world.dispose();
});

test('[DU4] on a full disk nothing is acknowledged, reads continue, and writes resume when there is room', async () => {
  const world = openTemporaryStore();
  const { writer } = world.database;
  await put(world.store, { id: 'a' });
  const key = { collection: 'contacts', id: 'a' };
  const before = await snapshot(world.store, [key]);
  const pages = Number(writer.pragma('page_count', { simple: true }));
  writer.pragma(`max_page_count = ${pages}`);
  const large = { text: 'x'.repeat(50_000) };
  const settled = await Promise.allSettled([
    put(world.store, { id: 'b', data: large }),
    put(world.store, { id: 'c', data: large }),
  ]);
  for (const result of settled) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL' } });
  }
  expect(await world.store.read(key)).toBeDefined();
  writer.pragma('max_page_count = 1073741823');
  expect(await snapshot(world.store, [key])).toEqual(before);
  expect(await put(world.store, { id: 'b', data: large })).toEqual([2]);
  await world.dispose();
});

test('[DU4] [F10] a failed flush stops the server, and its writes get no response', async () => {
  const { database } = createWorld();
  const failing = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
  const flushless = new Proxy(database, {
    get: (target, name) =>
      name === 'transaction'
        ? () =>
            Object.assign(() => undefined, {
              immediate: () => {
                throw failing;
              },
            })
        : (Reflect.get(target, name) as () => unknown).bind?.(target),
  });
  const settled: string[] = [];
  const stopped = await new Promise<Error>((resolve) => {
    const queue = createCommitQueue(flushless, resolve);
    for (const name of ['a', 'b'])
      queue
        .add(() => name)
        .then(
          () => settled.push(name),
          () => settled.push(name),
        );
  });
  expect(stopped).toMatchObject({ code: 'data-loss', cause: failing });
  await new Promise(setImmediate);
  expect(settled).toEqual([]);
});
