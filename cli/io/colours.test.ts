import { describe, expect, it } from 'vitest';
import { hasColours } from './colours.ts';

describe('colours', () => {
  it.each([
    ['on a terminal', { isTTY: true }, {}, true],
    ['in a file or a pipe', {}, {}, false],
    ['with NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR, which does not count', { isTTY: true }, { NO_COLOR: '' }, true],
    ['on a terminal without colours', { isTTY: true }, { TERM: 'dumb' }, false],
  ])('[R-SHP-04] NO_COLOR and pipes: %s', (_name, stream, environment, expected) => {
    expect(hasColours(stream, environment)).toBe(expected);
  });
});
