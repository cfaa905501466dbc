import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { parseWhere } from '#shared/migration/where.ts';

const DOCUMENT = {
  name: 'Surf',
  stock: 10,
  code: '10',
  price: '99.00',
  isNew: false,
  none: null,
  lines: [
    { sku: 'a', count: 2 },
    { sku: 'b', count: 5 },
  ],
  tags: ['red', 7],
  in: { 'a.b': { c: 'x=y' } },
  made: '2026-11-21T10:00:00Z',
};

describe('conditions of a copy', () => {
  it.each([
    ['name=Surf', true],
    ['name="Surf"', true],
    ['name = Surf', true],
    ['name=surf', false],
    ['name!=Surf', false],
    ['name>=Sua', true],
    ['name<🚁', true],
    ['stock=10', true],
    ['stock="10"', false],
    ['stock>=10', true],
    ['stock>10', false],
    ['stock<10.5', true],
    ['stock<a', false],
    ['code=10', true],
    ['code="10"', true],
    ['code=10.0', false],
    ['price<100', true],
    ['price<"100"', false],
    ['name<100', false],
    ['isNew=false', true],
    ['isNew!=true', true],
    ['none=null', true],
    ['none!=null', false],
    ['missing=null', false],
    ['missing!=1', true],
    ['missing<1', false],
    ['lines[].sku=b', true],
    ['lines[].sku=c', false],
    ['lines[].sku!=b', false],
    ['lines[].sku!=c', true],
    ['lines[].count>4', true],
    ['lines.sku=b', false],
    ['tags[]=7', true],
    ['tags[]=red', true],
    ['tags=["red",7]', true],
    ['in.a\\.b.c=x=y', true],
    ['in={"a.b":{"c":"x=y"}}', true],
    ['made>2026-11', true],
    ['made<2026-11', false],
    ['constructor!=1', true],
    ['name=', false],
  ])('[R-MIG-01] %s is %s', (condition, holds) => {
    expect(parseWhere([condition])(DOCUMENT)).toBe(holds);
  });

  it('[R-MIG-01] all must hold, and an empty list matches every document', () => {
    expect(parseWhere(['stock=10', 'name=Surf'])(DOCUMENT)).toBe(true);
    expect(parseWhere(['stock=10', 'name=Sand'])(DOCUMENT)).toBe(false);
    expect(parseWhere([])({})).toBe(true);
  });

  it.each(['', 'name', '=1', '!=1', 'a..b=1', 'a[0]=1'])('[R-MIG-01] %j is refused with its path', (text) => {
    const parse = () => parseWhere(['a=1', text]);
    expect(parse).toThrow(AppError);
    expect(parse).toThrow(expect.objectContaining({ code: 'invalid-argument', path: 'where[1]' }) as Error);
  });
});
