import { describe, expect, it } from 'vitest';
import { formatAbn, isAbn } from '#shared/domain/abn.ts';

describe('an ABN', () => {
  it.each(['51824753556', '51 824 753 556', '53 004 085 616'])('[PY12] %j is one', (abn) => {
    expect(isAbn(abn)).toBe(true);
  });

  it.each([
    ['51 824 753 557', 'another last digit'],
    ['50 824 753 556', 'another check digit'],
    ['15 824 753 556', 'check digits swapped'],
    ['51 824 753 55', 'ten digits'],
    ['51 824 753 556 0', 'twelve digits'],
    ['01 824 753 556', 'a zero at the beginning'],
    ['AB 824 753 556', 'letters'],
    ['', 'nothing'],
  ])('[PY12] %j is none: %s', (abn) => {
    expect(isAbn(abn)).toBe(false);
  });

  it('[PY12] changing any one digit makes it invalid', () => {
    const abn = '51824753556';
    for (let at = 0; at < abn.length; at++) {
      for (const digit of '0123456789') {
        const changed = abn.slice(0, at) + digit + abn.slice(at + 1);
        expect([changed, isAbn(changed)]).toEqual([changed, changed === abn]);
      }
    }
  });

  it('[PY12] is written in groups, as the register does', () => {
    expect(formatAbn('51824753556')).toBe('51 824 753 556');
    expect(formatAbn('51 824 753 556')).toBe('51 824 753 556');
  });
});
