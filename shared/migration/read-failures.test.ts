import { expect, test } from 'vitest';
import { parseReadFailure } from './read-failures.ts';

test.each([
  ['source', 'Error fetching migration data collection:'],
  ['target', 'Error fetching migration result collection:'],
])('[R-ERR-07] what a job says of a %s that can’t be read is taken apart', (side, heading) => {
  const reason = 'A page is torn. What was written stays.';
  expect(parseReadFailure(`${heading} ${reason}`)).toEqual({ side, heading, reason });
  expect(parseReadFailure(reason)).toBeUndefined();
});
