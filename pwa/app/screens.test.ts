import { expect, test } from 'vitest';
import { toPagePattern } from '#shared/api/pages.ts';
import { ROUTES } from '../../tests/web/web-setting.ts';
import { SCREENS } from './screens.ts';

test('[R-SHL-06] the tests of every route visit each screen', () => {
  const visited = new Set<string | undefined>(ROUTES.map(([path]) => toPagePattern(path)));
  expect(SCREENS.map(([pattern]) => pattern).filter((pattern) => !visited.has(pattern))).toEqual([]);
});
