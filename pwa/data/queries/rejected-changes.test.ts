import { expect, test } from 'vitest';
import { toPresentConflict } from './rejected-changes.ts';

const part = (name: string, quantity: number) => ({ name, quantity });
const toBoth = (mine: unknown, theirs: unknown) => ({ lines: { mine, theirs } });

test('[CF1] a choice shows what the document has now, and mine with what others changed since', () => {
  const conflict = toBoth([part('Light', 30), part('Motor', 8)], [part('Light', 5), part('Motor', 8)]);
  const now = { lines: [part('Light', 5), part('Motor', 55)] };
  expect(toPresentConflict(conflict, now)).toEqual(
    toBoth([part('Light', 30), part('Motor', 55)], [part('Light', 5), part('Motor', 55)]),
  );
});

test('[CF1] [CF2] later changes in lists without names stay in both, too', () => {
  expect(
    toPresentConflict(toBoth([1, 'mine', 3, 4], [1, 'theirs', 3, 4]), { lines: [1, 'theirs', 30, 40] }),
  ).toEqual(toBoth([1, 'mine', 30, 40], [1, 'theirs', 30, 40]));
});

test('[CF1] an entry that others have removed since comes back only with mine', () => {
  const conflict = toBoth([part('Light', 30)], [part('Light', 5), part('Goggles', 5)]);
  expect(toPresentConflict(conflict, { lines: [part('Light', 5)] })).toEqual(
    toBoth([part('Light', 30)], [part('Light', 5)]),
  );
});

test('[CF1] a field on which both agree by now needs no choice', () => {
  expect(toPresentConflict(toBoth('mine', 'theirs'), { lines: 'mine' })).toEqual({});
  expect(toPresentConflict(toBoth(null, 'theirs'), {})).toEqual({});
});

test('[CF1] a field that the document has lost shows as missing', () => {
  expect(toPresentConflict(toBoth('mine', 'theirs'), {})).toEqual(toBoth('mine', null));
});
