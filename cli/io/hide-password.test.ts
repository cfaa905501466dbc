import { expect, test } from 'vitest';
import { hidePassword } from './hide-password.ts';
import { toTargetArgs } from './target.ts';

test.each([
  ['postgres://nankeen:s3cr3t@db.example/shop', 'postgres://nankeen:***@db.example/shop'],
  ['postgresql://nankeen:a@b:c@db.example:5432/shop', 'postgresql://nankeen:***@db.example:5432/shop'],
  ['postgres://nankeen@db.example/shop', 'postgres://nankeen@db.example/shop'],
  ['data:folder@home', 'data:folder@home'],
])('[T50] what is printed of %s is %s', (address, shown) => {
  expect(hidePassword(address)).toBe(shown);
});

test('[T50] a suggested command has no password', () => {
  expect(toTargetArgs({ db: 'postgres://nankeen:s3cr3t@db.example/shop' }).join(' ')).not.toContain('s3cr3t');
});
