import { expect, test } from 'vitest';
import { hidePassword } from './hide-password.ts';
import { toTargetArgs } from './target.ts';

test.each([
  ['postgres://nankeen:s3cr3t@db.example/shop', 'postgres://nankeen:***@db.example/shop'],
  ['postgresql://nankeen:a@b:c@db.example:5432/shop', 'postgresql://nankeen:***@db.example:5432/shop'],
  ['postgres://nankeen@db.example/shop', 'postgres://nankeen@db.example/shop'],
  [
    'postgres://db.example/shop?user=n&password=s3cr3t&password=2',
    'postgres://db.example/shop?user=n&password=***',
  ],
  [
    'postgres://u:p@db.example/shop?application_name=a@b',
    'postgres://u:***@db.example/shop?application_name=a@b',
  ],
  ['postgres://u:s3cr3t@[db.example/shop', 'postgres://***'],
  ['postgres://u:s3#cr3t@db.example/shop', 'postgres://***'],
  ['postgres://u:1#s3cr3t@db.example/shop', 'postgres://***'],
  ['postgres://u:1/s3cr3t@db.example/shop', 'postgres://***'],
  ['postgres://u:1?s3cr3t@db.example/shop', 'postgres://***'],
  ['data:folder@home', 'data:folder@home'],
])('[T50] what is printed of %s is %s', (address, shown) => {
  expect(hidePassword(address)).toBe(shown);
});

test('[T50] a suggested command has no password', () => {
  expect(toTargetArgs({ db: 'postgres://nankeen:s3cr3t@db.example/shop' }).join(' ')).not.toContain('s3cr3t');
});
