import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from '#server/accounts/password-rules.ts';

const EMAIL = 'josephine.baker@moonshine.example';
const problemOf = (password: string) => findPasswordProblem(password, EMAIL);

describe('the rules of passwords', () => {
  it.each([
    'correct horse 9',
    'onlysmallletters',
    '73 91 55 20 18',
    '        x        y z',
    '🦅🛩️🚁🪂🦘🐨🪃🌏',
    'Пароль без правил',
    'b4!'.repeat(21) + 'x and 64 characters',
    'nankeen is a cotton cloth',
  ])('[T07] any characters will do, without rules of composition: %j', async (password) => {
    expect(await problemOf(password)).toBeUndefined();
  });

  it('[T07] the length is 8 to 128 characters, each of which counts as one', async () => {
    expect(await problemOf('kzqxwvj')).toBe('Use a password of at least 8 characters.');
    expect(await problemOf('🦅🛩🚁🪂')).toBe('Use a password of at least 8 characters.');
    expect(await problemOf('kzqxwvj7')).toBeUndefined();
    expect(await problemOf('kzqx'.repeat(32))).toBeUndefined();
    expect(await problemOf(`${'kzqx'.repeat(32)}!`)).toBe('Use a password of at most 128 characters.');
  });

  it.each(['        ', 'aaaaaaaaaa', '1212121212'])('[T07] a repetition is refused: %j', async (password) => {
    expect(await problemOf(password)).toMatch(/different characters/);
  });

  it.each([
    ['nankeen1', 'nankeen'],
    ['Nankeen2026!', 'nankeen'],
    ['DroneDrone99', 'drone'],
    ['josephine77', 'josephine'],
    ['Baker-Josephine', 'josephine'],
    ['moonshine!!!', 'moonshine'],
    [EMAIL, EMAIL],
    [`${EMAIL.toUpperCase()}1`, EMAIL],
  ])('[T07] words of the shop and of the address don’t count: %j', async (password, word) => {
    expect(await problemOf(password)).toBe(
      `Use at least 8 characters besides “${word}” in your password, because it is easy to guess.`,
    );
  });

  it('[T07] each of the most used passwords of breaches is refused, in capital letters too', async () => {
    const listed = dictionary['passwords-common'].filter(({ length }) => length >= 8);
    expect(listed.length).toBeGreaterThan(15_000);
    for (const password of listed) expect(await problemOf(password), password).toBeDefined();
    for (const password of ['password', 'Password1', 'SUNSHINE1', '1q2w3e4r', 'trustno1'])
      expect(await problemOf(password)).toMatch(/known from data breaches/);
  });
});
