import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { compileRename } from '#shared/migration/rename-fields.ts';
import type { RenameRule } from '#shared/migration/rename-spec.ts';

const map = (from: string, to: string): RenameRule => ({ kind: 'map', from, to });
const find = (text: string, replace: string, more: object = {}): RenameRule => ({
  kind: 'find',
  find: text,
  replace,
  ...more,
});
const compile = (rules: RenameRule[]) => compileRename({ rules, onCollision: 'error' });

describe('an invalid rule', () => {
  it.each([
    ['no path', 'from', map('.a', 'x')],
    ['no path', 'from', map('a.', 'x')],
    ['no path', 'from', map('a..b', 'x')],
    ['no path', 'from', map('a[0].b', 'x')],
    ['no path', 'from', map('a[][].b', 'x')],
    ['no path', 'from', map('[].b', 'x')],
    ['no path', 'from', map('a[]b', 'x')],
    ['no name', 'from', map('a[]', 'x')],
    ['path', 'to', map('a.b', 'a.c')],
    ['none of', 'to', map('a', 'b/c')],
    ['two underscores', 'to', map('a', '__proto__')],
    ['FBUID', 'from', map('FBUID', 'x')],
    ['createdAt', 'to', map('a', 'createdAt')],
    ['twice', 'from', map('first', 'x')],
    ['no path', 'path', find('a', 'b', { path: 'a..b' })],
    ['Invalid regular expression', 'find', find('(', 'b', { regex: true })],
    ['“(?=” at character 2', 'find', find('a(?=b)', 'b', { regex: true })],
    ['“(?!” at character 1', 'find', find('(?!b)', 'b', { regex: true })],
    ['“(?<=” at character 1', 'find', find('(?<=a)b', 'b', { regex: true })],
    ['“(?<!” at character 1', 'find', find('(?<!a)b', 'b', { regex: true })],
    ['“\\1” at character 4', 'find', find('(a)\\1', 'b', { regex: true })],
    ['“\\k” at character 8', 'find', find('(?<n>a)\\k<n>', 'b', { regex: true })],
    ['invalid repeat count, at “{1001}”', 'find', find('a{1001}', 'b', { regex: true })],
    ['too complex', 'find', find('a{600}', 'b', { regex: true })],
  ])('[R-MIG-06] is refused with %j at .%s', (message, part, rule) => {
    const compileBoth = () => compile([map('first', 'y'), rule]);
    expect(compileBoth).toThrow(AppError);
    expect(compileBoth).toThrow(
      expect.objectContaining({ code: 'invalid-argument', path: `rules[1].${part}` }) as Error,
    );
    expect(compileBoth).toThrow(message);
  });

  it.each([
    '(?:ab)+',
    '([a-z]+)_(\\d{2})',
    '[*+{]+',
    '\\(a+\\)+',
    '[(?=]\\(\\?=|(?:c)',
    '^',
    '(a+)+b',
    '(?:a|aa)*b',
    'a*a*a*a*b',
  ])('[R-MIG-06] the regular expression %s is accepted', (expression) => {
    expect(() => compile([find(expression, 'b', { regex: true })])).not.toThrow();
  });

  it('[T26] all expressions of a rename together are limited, and many usual ones fit', () => {
    const usual = Array.from({ length: 30 }, (_one, index) =>
      find(`^([a-z]+)_x${index}(\\d*)$`, '$2$1', { regex: true }),
    );
    expect(() => compile(usual)).not.toThrow();
    const large = Array.from({ length: 6 }, () => find('(?:ab){45}', 'x', { regex: true }));
    expect(() => compile(large)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', path: 'rules[5].find' }) as Error,
    );
  });
});
